"""`doctor --llm`: who would be asked, the exact request without sending it, and with --call one call.

`register` adds the two options to `doctor`, `answer` is what it prints. One statement of ours is what is sent, never a
memory; asking by name is consent enough for that, so `llm.enabled` is shown and not required.
"""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any, Dict, Optional

from ..config import Settings
from ..errors import UsageError
from .frame import json_text

if TYPE_CHECKING:
    from ..llm.providers import Endpoint

SAMPLE = {"zh": "我对花生过敏。", "en": "I am allergic to peanuts."}


def register(parser: argparse.ArgumentParser) -> None:
    """Add --llm and --call to `doctor`."""
    parser.add_argument(
        "--llm", action="store_true", help="show which model would be asked, and the exact request; nothing is sent"
    )
    parser.add_argument("--call", action="store_true", help="with --llm: make that one request")


def answer(args: argparse.Namespace, settings: Settings, lang: str) -> int:
    """Print the report; 0 when there is a model (and, with --call, it answered), else 1.

    Raises: UsageError for --call without --llm.
    """
    if not args.llm:
        raise UsageError(
            "--call makes the request that --llm shows.",
            "--llm was expected before it.",
            zh="--call 需要与 --llm 同用。",
        )
    report = run(settings, lang, call=args.call)
    print(json_text(report) if args.format == "json" else as_text(report, lang))
    return 1 if report["fallback_reason"] else 0


def run(settings: Settings, lang: str, *, call: bool) -> Dict[str, Any]:
    """The report: provider, host, model, what may be sent, the request, and after a call its outcome."""
    # Imported here: `memory_manager.py` starts without them.
    from ..judge.asking import asker_of
    from ..llm import client, providers
    from ..llm.failures import Failure

    endpoint = providers.choose(settings, os.environ)
    if endpoint is None:
        names = [name for row in providers.PROVIDERS for name in (row.keys or row.base_names)]
        return {
            "provider": None, "fallback_reason": "no_key", "enabled": settings["llm.enabled"], "sends": settings["llm.send"],
            "looked_for": ", ".join([*names, "MEMORY_STRATEGY_LLM_BASE_URL"]),
        }  # fmt: skip
    asker = asker_of(endpoint, settings, None)
    report = _facts(endpoint, settings)
    statement = {"statements": [{"n": 1, "text": SAMPLE[lang]}]}
    try:
        report["request"] = client.shown(asker.request("score_importance", lang, statement), endpoint)
        if call:
            report["answer"] = asker.ask("score_importance", lang, statement)
            report["tokens"] = asker.budget.used_tokens
    except Failure as failure:
        report.update(fallback_reason=failure.reason, detail=failure.detail)
    return report


def _facts(endpoint: Endpoint, settings: Settings) -> Dict[str, Any]:
    from ..llm.providers import CHECKED

    row = endpoint.provider
    return {
        "provider": row.name, "method": row.method, "host": endpoint.host, "base_url": endpoint.base_url, "model": endpoint.model,
        "key": "set" if endpoint.key not in ("", "none") else "none", "enabled": settings["llm.enabled"], "sends": settings["llm.send"],
        "structured_output": row.json, "source": row.source, "checked": CHECKED, "fallback_reason": None,
    }  # fmt: skip


def as_text(report: Dict[str, Any], lang: str) -> str:
    """The report for people; the request as JSON below it."""
    request: Optional[Any] = report.get("request")
    lines = [f"{name}: {value}" for name, value in report.items() if name not in ("request", "answer")]
    if request is not None:
        lines += [
            "",
            "请求内容（密钥不在其中）：" if lang == "zh" else "request (the key is not in it):",
            json_text(request),
        ]
    if "answer" in report:
        lines += ["", "回答：" if lang == "zh" else "answer:", json_text(report["answer"])]
    return "\n".join(lines)
