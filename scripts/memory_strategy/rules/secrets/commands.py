"""Secrets given to a command: by a flag that names them, in the place where a client's manual puts them, or by a pipe.

Only programs whose manual gives the secret that place are known; a flag such as `-p` alone says nothing.
"""

from __future__ import annotations

from typing import Iterator

from .span import QUOTED, SecretSpan, compiled, is_mixed, is_placeholder, is_token

_FLAG = (
    r"(?<![A-Za-z0-9-])--?(?P<flag>pass(?:word|wd|phrase)?|pw|(?:auth-?|access-?)?token|api-?key|secret)"
    rf"[ \t]{{1,4}}(?:{QUOTED}|(?P<bare>[^\s\"'`<>-][^\s\"'`<>]{{3,4096}}))"
)
_ON = r"[^\n]{0,120}?[ \t]"  # the rest of the command, up to the flag
# What stands before the secret; with `[ \t]+[\"']?` between them in the first group, with nothing in the second.
_APART = (
    rf"redis-cli\b{_ON}-a",
    rf"ldap\w{{3,8}}\b{_ON}-w",
    rf"(?:un)?zip\b{_ON}-P",
    rf"sqlcmd\b{_ON}-P",
    rf"mongo(?:sh)?\b{_ON}-p",
    rf"openssl\b{_ON}-k",
    rf"docker[ \t]+login\b{_ON}-p",
    r"sshpass[ \t]+-p",
    r"htpasswd\b[^\n]{0,40}[ \t]-\w{0,4}b\w{0,4}[ \t]+\S{1,80}[ \t]+\S{1,40}",
    r"requirepass",
    r"masterauth",
    r"vault[ \t]+login",
    r"net[ \t]+user[ \t]+[^\s]{1,40}",
    r"login[ \t]+[^\s]{1,80}[ \t]+password",
)
_JOINED = (
    r"(?<![a-z])curl\b[^\n]{0,200}?[ \t](?:-u|--user)[ \t]{1,4}[\"']?[^\s:\"']{1,80}:",
    r"(?<![a-z])(?:mysql|mysqldump|mariadb)\b[^\n]{0,200}?[ \t]-p(?=[^\s-])",
    r"(?<![a-z])sshpass[ \t]-p(?=[^\s])[\"']?",
    rf"(?<![a-z])7z[ \t]+[ax]\b{_ON}-p",
    rf"(?<![a-z])smbclient\b{_ON}-U[ \t]+[\"']?[^\s%]{{1,40}}%",
    r"-pass(?:in|out)?[ \t]+pass:",
    r"(?<![a-z])auth=\([\"'][^\"'\n]{1,80}[\"'],[ \t]?[\"']",
    r"(?<![a-z])WIFI:[^\n]{0,80}?P:",
)
_COMMAND = (
    rf"(?:(?<![a-z])(?:{'|'.join(_APART)})[ \t]+[\"']?|{'|'.join(_JOINED)})(?P<given>[^\s\"']{{4,200}})"
    r"|(?<![a-z])echo[ \t]+(?:-n[ \t]+)?[\"']?(?:[a-z_][\w-]{0,30}:)?(?P<piped>[^\s\"'|:]{4,200})[\"']?[ \t]*\|[ \t]*"
    r"(?:sudo[ \t]+(?:-\w+[ \t]+){0,4}-S|(?:sudo[ \t]+)?chpasswd|docker[ \t]+login|gh[ \t]+auth)"
)
_FLAGS = ("-p", "-token", "-api", "-secret", "-auth", "-access")
_WORDS = tuple(
    """redis-cli ldap zip sqlcmd mongo openssl docker sshpass htpasswd requirepass masterauth vault net login curl mysql
    mariadb 7z smbclient pass: auth= wifi: sudo chpasswd gh""".split()
)


def find(view: str, lowered: str) -> Iterator[SecretSpan]:
    """Every secret in the folded text that a command is given."""
    if any(word in lowered for word in _FLAGS):
        for match in compiled(_FLAG).finditer(view):
            group = next(g for g in ("dq", "sq", "bq", "bare") if match[g] is not None)
            password = match["flag"].lower().startswith("p")
            if not is_placeholder(match[group]) and (is_mixed(match[group]) if password else is_token(match[group])):
                yield SecretSpan(*match.span(group), "password" if password else "token")
    if any(word in lowered for word in _WORDS):
        for match in compiled(_COMMAND).finditer(view):
            group = "given" if match["given"] else "piped"
            if not is_placeholder(match[group]) and not match[group].startswith("-"):
                yield SecretSpan(*match.span(group), "password")
