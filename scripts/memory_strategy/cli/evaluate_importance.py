"""`evaluate_importance.py`: how important is a piece of information, 1–5, by four numbers or from its words."""

from __future__ import annotations

import argparse
import os
import sys
from datetime import datetime, timezone
from typing import Any, Dict, Mapping, Optional, Sequence

from ..config import load
from ..errors import UsageError
from ..judge import Graded, bench
from ..model import DIMENSIONS
from ..rules.evaluation import evaluate
from ..rules.secrets import redact
from ..scoring import graded
from ..store.files import read_text
from . import frame


def build_parser() -> argparse.ArgumentParser:
    """The arguments of evaluate_importance.py."""
    parser = frame.parser(
        "evaluate_importance.py", "Score a piece of information from 1 (not kept) to 5 (core).",
        frame.common(("json", "text", "markdown"), in_groups=True),
    )  # fmt: skip
    for name in DIMENSIONS:
        parser.add_argument(
            f"--{name}", type=int, choices=range(1, 6), metavar="1-5", help=f"{name.replace('_', ' ')}, 1-5"
        )
    parser.add_argument("--auto", action="store_true", help="score from the words (--text or --file)")
    parser.add_argument("--text", metavar="T", help="the information to score")
    parser.add_argument("--file", metavar="F", help="read it from a file, - for standard input")
    return parser


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Run the command; returns its exit code."""
    frame.use_utf8()
    return frame.run(build_parser().parse_args(frame.arguments(argv)), _command)


def _command(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    given = [getattr(args, name) for name in DIMENSIONS]
    settings = load(frame.memory_dir(args) / "config.yaml", os.environ)
    weights = settings.section("scoring_weights")
    if args.auto:
        found = _by_words(args, weights)
    elif None not in given:
        lang = frame.language_of(args)
        found = Graded(graded(dict(zip(DIMENSIONS, given)), weights=weights, lang=lang), "manual")
    else:
        missing = ", ".join(f"--{n}" for n, v in zip(DIMENSIONS, given) if v is None)
        raise UsageError(f"Missing: {missing}.", "Either all four numbers or --auto with --text was expected.",
                         zh=f"缺少：{missing}。请给出全部四个维度，或使用 --auto --text。")  # fmt: skip
    made = found.evaluation
    if args.format == "json":
        result = {
            "score": made.score, "level": made.level, "storage": made.storage, "stars": made.stars,
            "dimensions": dict(made.dimensions), "reasoning": made.reasoning, "method": found.method,
        }  # fmt: skip
        frame.print_json({**result, "fallback_reason": found.fallback_reason} if found.fallback_reason else result)
    else:
        print(f"{made.stars} {made.score} {made.level} → {made.storage or '-'}\n{made.reasoning}")
    return 0


def _by_words(args: argparse.Namespace, weights: Mapping[str, float]) -> Graded:
    state = frame.memory_dir(args) / "state"
    judge = bench(
        weights, os.environ, no_llm=args.no_llm, require_llm=args.require_llm, explicit=True,
        state=state if state.is_dir() else None,
    )  # fmt: skip
    text = redact(_text(args))
    lang = frame.language_of(args, text=text)
    said = (frame.moment(args) or datetime.now(timezone.utc)).astimezone()
    found = judge.grade(text, evaluate(text, said, weights, lang), said, lang)
    if judge.note:
        frame.say(args, judge.note)
    return found


def _text(args: argparse.Namespace) -> str:
    if args.text is not None:
        text = args.text
    elif args.file == "-":
        text = sys.stdin.read()
    elif args.file:
        if not frame.place(args.file).is_file():
            raise UsageError(f"There is no file {args.file}.", zh=f"没有文件 {args.file}。")
        text = read_text(frame.place(args.file)) or ""
    else:
        raise UsageError(
            "--auto needs something to score.",
            "--text T or --file F was expected.",
            zh="--auto 需要 --text 或 --file。",
        )
    if not text.strip():
        raise UsageError("The text is empty.", "Some words were expected.", zh="内容为空。")
    return text
