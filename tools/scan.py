"""The shipped zip before the public skill scanners: `make scan`, with an allowance of two lines.

Runs skills-ref, Cisco's skill scanner (strict, behavioral, trigger, two more packs), bandit, and, where `make host-check`
installed OpenClaw, its own validator and static rules. Anything of medium or higher that `scan_waivers.txt` does not
name fails; so does a waiver that nothing needs any more. The homoglyph waiver is earned: in every file that it covers,
what is not ASCII stands in strings and comments only.
"""

from __future__ import annotations

import fnmatch
import io
import json
import os
import subprocess
import sys
import tempfile
import tokenize
import zipfile
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Sequence, Tuple

import bundle

CACHE = Path(os.environ.get("SCAN_CACHE") or Path.home() / ".cache" / "memory-strategy" / "scan")
HOSTS = Path(os.environ.get("HOST_CHECK_CACHE") or Path.home() / ".cache" / "memory-strategy" / "host-check")
TOOLS = {"light": ("skills-ref==0.1.1", "bandit==1.9.4"), "cisco": ("cisco-ai-skill-scanner==2.3.2",)}
CISCO = (
    "--use-behavioral",
    "--use-trigger",
    "--policy",
    "strict",
    "--rule-packs",
    "atr",
    "promptguard",
    "--format",
    "json",
)
PASSED = ("LOW", "INFO", "SAFE")
WAIVERS = Path(__file__).with_name("scan_waivers.txt")
MOST_WAIVERS = 2
STATIC_RULES = """
import { scanSkillContent, scanDirectoryWithSummary } from "%(rules)s";
import fs from "node:fs"; import path from "node:path";
const walk = (d) => fs.readdirSync(d, { withFileTypes: true })
  .flatMap((e) => e.isDirectory() ? walk(path.join(d, e.name)) : [path.join(d, e.name)]);
const found = walk("%(skill)s").flatMap((f) => scanSkillContent(fs.readFileSync(f, "utf8"), f));
const all = await scanDirectoryWithSummary("%(skill)s");
console.log(JSON.stringify([...found, ...all.findings]));
"""


class Waiver(NamedTuple):
    """A rule that may speak about some files, and why."""

    rule: str
    files: str
    reason: str

    def covers(self, finding: Dict[str, Any]) -> bool:
        """Whether it is about this finding."""
        return finding["rule_id"] == self.rule and fnmatch.fnmatch(finding.get("file_path") or "", self.files)


def waivers(text: str) -> List[Waiver]:
    """The waivers of a file: `rule | files | reason` a line.

    Raises: SystemExit when there are too many.
    """
    rows = [Waiver(*(cell.strip() for cell in line.split("|", 2))) for line in text.splitlines() if line.strip()]
    if len(rows) > MOST_WAIVERS:
        sys.exit(f"{WAIVERS.name} has {len(rows)} lines; {MOST_WAIVERS} are allowed. Mend the finding instead.")
    return rows


def hidden_names(source: str) -> List[str]:
    """The tokens of a Python source that are not ASCII and neither string nor comment."""
    plain = (
        tokenize.STRING,
        tokenize.COMMENT,
        *(getattr(tokenize, n, -1) for n in ("FSTRING_MIDDLE", "TSTRING_MIDDLE")),
    )
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [token.string for token in tokens if not token.string.isascii() and token.type not in plain]


def judged(findings: Sequence[Dict[str, Any]], allowed: Sequence[Waiver]) -> Tuple[List[str], List[Waiver]]:
    """(what nothing waives, the waivers that nothing needed)."""
    serious = [f for f in findings if f["severity"] not in PASSED]
    open_ = [f for f in serious if not any(w.covers(f) for w in allowed)]
    idle = [w for w in allowed if not any(w.covers(f) for f in serious)]
    return [
        f"{f['severity']} {f['rule_id']} {f.get('file_path')}:{f.get('line_number')} {f.get('title', '')}"
        for f in open_
    ], idle


def program(environment: str, name: str) -> str:
    """A program of one of the scanners' environments, which is made where it is missing."""
    folder = CACHE / environment
    found = folder / ("Scripts" if os.name == "nt" else "bin") / name
    if not found.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        pip = [str(found.parent / "python"), "-m", "pip", "install", "-q", "--only-binary", ":all:"]
        subprocess.run([*pip, *TOOLS[environment]], check=True)
    return str(found)


def check_cisco(skill: Path) -> List[str]:
    """Findings that nothing waives, waivers that nothing needs, and names that are not what they look like."""
    report = skill.parent / "cisco.json"
    command = [program("cisco", "skill-scanner"), "scan", str(skill), *CISCO, "--output-json", str(report)]
    subprocess.run(command, capture_output=True, check=False)
    data = json.loads(report.read_text(encoding="utf-8"))
    allowed = waivers(WAIVERS.read_text(encoding="utf-8"))
    wrong, idle = judged(data.get("findings") or data["results"][0]["findings"], allowed)
    wrong += [f"no finding needs this waiver any more: {' | '.join(waiver)}" for waiver in idle]
    for path in sorted(skill.rglob("*.py")):
        wrong += [
            f"{path.relative_to(skill)}: the name {name!r} is not ASCII"
            for name in hidden_names(path.read_text("utf-8"))
        ]
    return wrong


def check_light(skill: Path) -> List[str]:
    """skills-ref and bandit."""
    wrong = []
    for words in ([program("light", "agentskills"), "validate"], [program("light", "bandit"), "-q", "-ll", "-r"]):
        done = subprocess.run([*words, str(skill)], capture_output=True, text=True, encoding="utf-8", check=False)
        if done.returncode:
            wrong.append((done.stderr + done.stdout).strip()[-1500:])
    return wrong


def check_openclaw(skill: Path) -> List[str]:
    """OpenClaw's own validator and static rules."""
    package, node = (
        HOSTS / "app" / "node_modules" / "openclaw",
        HOSTS / "node" / "node_modules" / "node" / "bin" / "node",
    )
    if not package.is_dir():
        return [f"OpenClaw is not in {HOSTS}: run `make host-check` first"]
    validator = package / "skills" / "skill-creator" / "scripts" / "quick_validate.py"
    python = program("light", "python")  # it reads YAML
    done = subprocess.run(
        [python, str(validator), str(skill)], capture_output=True, text=True, encoding="utf-8", check=False
    )
    wrong = [done.stdout + done.stderr] if done.returncode else []
    [rules] = [p for p in (package / "dist").glob("scanner-*.mjs") if "export { isScannable" in p.read_text("utf-8")]
    script = skill.parent / "rules.mjs"
    script.write_text(STATIC_RULES % {"rules": rules.as_uri(), "skill": skill.as_posix()}, encoding="utf-8")
    ran = subprocess.run([str(node), str(script)], capture_output=True, text=True, encoding="utf-8", check=True)
    return wrong + [json.dumps(finding)[:300] for finding in json.loads(ran.stdout)]


def main() -> int:
    """Scan the zip; 1 when something is found."""
    failed = False
    with tempfile.TemporaryDirectory(prefix="scan-") as folder:
        archive = Path(folder, "skill.zip")
        bundle.write(archive)
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(folder)
        for name, check in (("skills-ref, bandit", check_light), ("cisco", check_cisco), ("openclaw", check_openclaw)):
            wrong = check(Path(folder, bundle.NAME))
            failed = failed or bool(wrong)
            print("\n".join([f"{'FAIL' if wrong else 'ok  '} {name}", *(f"     {line}" for line in wrong)]), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
