"""What `make demo` runs, run as it does."""

from __future__ import annotations

import subprocess
import sys

from repository import ROOT


def test_the_demo_ends_with_its_questions_answered():
    """Sessions in, a report, questions answered from memory, in both languages."""
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "demo.py")], capture_output=True, check=False)
    output = done.stdout.decode("utf-8")
    assert done.returncode == 0, output + done.stderr.decode("utf-8")
    assert output.rstrip().endswith("questions answered from memory.")
    assert "[Silent Agent]" in output
