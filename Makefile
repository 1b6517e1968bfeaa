# Everything works when called twice, with python3, git and a package index on the machine and nothing else.
PYTHON ?= python3
PYTEST = .venv/bin/python -m pytest -q
WORKERS = -n auto --maxprocesses 4

.PHONY: help demo test check format lint types contract faults fuzz audit docs examples bundle host-check scan clean

help:            ## what can be made
	@sed -n 's/^\([a-z-]*\): .*## /  make \1	/p; s/^\([a-z-]*\):  *## /  make \1	/p' Makefile

demo:            ## the main job on the shipped example: a session in, a report, a question answered
	@$(PYTHON) tools/demo.py

test:            ## set up .venv and run every test
	@$(PYTHON) tools/environment.py test weights
	$(PYTEST) $(WORKERS) tests

check: format lint types contract test  ## what must hold before a change lands

format:          ## ruff's formatter, checking only
	@$(PYTHON) tools/environment.py test weights dev
	.venv/bin/python -m ruff format --check scripts tools tests

lint:            ## ruff's rules, and the oldest Python that the core runs on
	@$(PYTHON) tools/environment.py test weights dev
	.venv/bin/python -m ruff check scripts tools tests
	.venv/bin/python -c 'from vermin import main; main()' --quiet --target=3.9- --violations --no-tips --eval-annotations \
		--exclude compression --exclude compression.zstd scripts

types:           ## mypy
	@$(PYTHON) tools/environment.py test weights dev
	.venv/bin/python -m mypy

contract:        ## layers, sizes, imports, documents against code
	@$(PYTHON) tools/environment.py test weights
	$(PYTEST) tests/contract

faults:          ## kills, full disks, lost power, damaged files: the long campaign, some minutes; SEED=1 SCALE=1
	@$(PYTHON) tools/environment.py test
	.venv/bin/python tools/fault_campaign.py --seed $(or $(SEED),1) --scale $(or $(SCALE),1)

fuzz:            ## every reader on INPUTS=5000 mutated inputs, and every pattern on texts that nearly fit
	@$(PYTHON) tools/environment.py test
	PYTHONPATH=scripts:tests .venv/bin/python -m fuzz.run --inputs $(or $(INPUTS),5000) --seed $(or $(SEED),7)
	PYTHONPATH=scripts:tests .venv/bin/python -m fuzz.patterns

audit:           ## independent checkers, pinned, in an environment of their own
	@$(PYTHON) tools/audit.py

docs:            ## rewrite the pages that are generated from the code
	@$(PYTHON) tools/environment.py test weights
	.venv/bin/python tools/generate_docs.py

examples:        ## rewrite what the skill makes of the shipped sessions, here and in the READMEs
	@$(PYTHON) tools/make_examples.py

bundle:          ## dist/memory-strategy-VERSION.zip, the same bytes every time
	@$(PYTHON) tools/bundle.py

host-check:      ## the skill in the real hosts (installs them once, 650 MB, outside the tree; not part of test)
	@$(PYTHON) tools/host_check.py

scan:            ## the zip before the public skill scanners (installs them once, outside the tree; not part of test)
	@$(PYTHON) tools/scan.py

clean:           ## everything that can be made again
	rm -rf .venv dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
