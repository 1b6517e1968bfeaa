"""Secrets as people, programs and configuration files tell them: one frame each, and what stands close beside them.

Written against the rules as they were, after corpora that nobody had tuned on found 81 to 93 in 100 (see SECURITY.md).
"""

from __future__ import annotations

import json
import random
import string
from pathlib import Path
from typing import List, Tuple

import pytest

from memory_strategy.rules.secrets import find_secrets, redact

ALNUM, HEX = string.ascii_letters + string.digits, "0123456789abcdef"
URLSAFE = ALNUM + "_-"
RNG = random.Random(41)
CORPUS = Path(__file__).resolve().parents[1] / "data" / "secrets" / "corpus.jsonl"
PASSWORD = "kite" + "#gJ" + "69b"
PLAIN = "Heron" + ".mX" + "Ei3"

SENTENCES = (
    "pw for the NAS is {}|my password? it's {}|I set my new password as {}|The password you want is {}"
    "|the password (temporary) is {}"
    "|Password for ines@quay.example: {}|my passwrd is {}|I use {} as my password"
    "|I use \"{}\" as my password everywhere"
    "|credentials: ines / {}|- **Password**: `{}`|Password -> {}|hey my password is {} ok?|password: {}"
    "|Username: ines\nPassword: {}"
    "|我有两个密码，一个是{}，另一个忘了|密码忘了，好像是{}|密码我改了，现在是{}|【密码】{}|**密码**：`{}`"
    "|密 码：{}|把密码设成{}吧|公司邮箱 ines@quay.example / {}"
    "|管理员账号admin/{}|账号：ines，密码：{}|密码（{}）|我把{}设为密码"
).split("|")  # fmt: skip
CODES = (
    "the gate code is {}|keypad code: {}|my sim pin is {}|authenticator code: {}"
    "|here is the code they texted me: {}|Your Quay code is {}"
    "|code {} for 2FA|收到验证码了：{}|手机解锁码{}|我的 PIN 码是 {}|验证码为：{}（5分钟有效）"
    "|{}（登录验证码），请勿告知他人|PIN是{}"
).split("|")
SETTINGS = (
    'admin_password: >-\n  {}|<password>{}</password>|<add key="ApiKey" value="{}"/>|{{"name": "sid", "value": "{}"}}'
    "|- name: DB_PASSWORD\n  value: {}|APP_KEY=base64:{}|SECRET_KEY_BASE={}|ak=AKx sk={}|deploy key: {}"
    "|here's the token {}|api key = {}"
    "|百度的 client_secret 是 {}|cf_clearance={}|Bearer：{}|mail.pass={}|ssid=quay psk={}|WIFI:S:quay;T:WPA;P:{};;"
    "|DSN=user:{}@tcp(127.0.0.1:3306)/db|root:{}@10.0.0.8|AWS Secret Access Key [None]: {}"
    "|&quot;password&quot;:&quot;{}&quot;"
    "|https://api.telegram.org/bot{}/sendMessage|https://quay.example/hook?secret={}"
).split("|")
PREFIXES = (
    ("NRAK-", string.ascii_uppercase + string.digits, 27), ("shpca_", HEX, 32), ("sbp_", HEX, 40), ("nfp_", ALNUM, 36),
    ("glcbt-", URLSAFE, 22), ("doo_v1_", HEX, 64), ("dckr_oat_", URLSAFE, 30), ("pcsk_", ALNUM, 50), ("csk-", ALNUM, 40),
    ("hvb.", URLSAFE, 40), ("ATATT3", URLSAFE, 60), ("EAAA", URLSAFE, 60), ("lin_oauth_", ALNUM, 40), ("ABIA", string.ascii_uppercase, 16),
    ("acme_live_", ALNUM, 30), ("quay-api-v1-", ALNUM, 32), ("tskey-auth-", ALNUM, 30), ("rnd_prod_key_", ALNUM, 24),
)  # fmt: skip

BESIDE = (
    "his password is awful|the password is hashed with bcrypt|password hashing uses SHA-256"
    "|password policy ID: POL-0042|passwords and OAuth2.0"
    "|the password grant of OAuth2 is deprecated|the password prompt in sudo-1.9.15"
    "|my password manager is 1Password|password: (hidden)"
    "|password: !vault|PWD=/home/ines|pwd: /home/ines/quay|tests pass: 2930|pass: 42"
    "|password: env(DB_PASSWORD)|password: file:/run/secrets/pw"
    "|password = user.password|password = new_password|token = tokens[0]|api_key = settings.OPENAI_API_KEY"
    "|secret = alice.computeSecret(key)"
    "|private key for RSA [#26898](https://quay.example/node/pull/26898)"
    "|[the credentials]: https://quay.example/x#setting-them-up"
    "|cache key 5d41402abc4b2a76b9719d911017c592|cache_key: d41d8cd98f00b204e9800998ecf8427e"
    "|key: Linux-npm-2cf24dba5fb0a30e26e83b2ac5b9e29e"
    "|sessionId: 9d055818-400e-4aed-acf3-f18d5b4ef331|session_id: 01JD8Z6Q4N2V7K3M5P9R1T0XWY"
    "|session_id: 2026-11-30-a|sessionKey: agent:main:main"
    "|https://github.com/heypinchy/pinchy/issues/369 · 密码|mailto:ines2041@quay.example"
    "|密码学原理第3版 ISBN 9787115293800|密码学(CS4821)"
    "|选修课：密码学 CS4821|密码加密用 SHA-256|密码用 argon2id 存储，m=65536|密码校验正则 ^[a-z]{8,}$"
    "|密码管理器是1Password|密码长度12位|密码登录接口 POST /v1/login"
    "|密码列改成 varchar(128)|验证码有效期 300 秒|验证码6位数字|验证码已发送至 138****5678|错误码 10086"
    "|二维码 2041|提货单号 20261130"
    "|the verification code expires in 10 minutes|error code 500123|the code is 400 lines long"
    "|login failed 3 times|login page redesign"
).split("|")  # fmt: skip


def drawn(length: int) -> str:
    """A run with a figure and a letter in it, as every generator of keys gives."""
    return "".join(RNG.choice(ALNUM) for _ in range(length - 2)) + "4b"


def corpus(number: int) -> Tuple[List[Tuple[str, str]], List[str]]:
    """(text, secret) pairs and innocent texts of one corpus; a secret lies there in pieces, its place is ⟦⟧, ⟦-⟧ is a space."""
    rows = [json.loads(line) for line in CORPUS.read_text("utf-8").replace("⟦-⟧", " ").splitlines()]
    rows = [row for row in rows if row["corpus"] == number]
    told = [
        (row["text"].replace("⟦⟧", "".join(row["secret"])), "".join(row["secret"])) for row in rows if "secret" in row
    ]
    return told, [row["text"] for row in rows if "secret" not in row]


def shows(text: str, secret: str) -> bool:
    """Whether the masked text still holds the secret, or half of it in one run."""
    half = max(4, (len(secret) + 1) // 2)
    masked = redact(text)
    return any(secret[i : i + half] in masked for i in range(len(secret) - half + 1))


@pytest.mark.parametrize("number", range(1, 7))
def test_a_labelled_corpus_is_told_apart(number):
    """At least 98 in 100 secrets are gone, at most 1 in 100 innocents is touched; every one of the six was fresh once."""
    told, innocent = corpus(number)
    assert len(told) >= 90 and len(innocent) >= 100
    missed = [text for text, secret in told if shows(text, secret)]
    assert len(missed) <= 0.02 * len(told), missed
    touched = [text for text in innocent if redact(text) != text]
    assert len(touched) <= 0.01 * len(innocent), touched


@pytest.mark.parametrize("frame", SENTENCES)
@pytest.mark.parametrize("password", [PASSWORD, PLAIN])
def test_a_password_in_a_sentence_is_masked(frame, password):
    """However the sentence goes, the password is gone and a word of it stays."""
    if frame.startswith("管理员账号") and password == PLAIN:
        password = PASSWORD  # joined by a slash alone, it must look like one
    masked = redact(frame.format(password))
    assert password not in masked and "[secret:" in masked, masked


@pytest.mark.parametrize("frame", CODES)
def test_a_code_in_a_sentence_is_masked(frame):
    """Codes of doors, telephones and sign-ins, in both languages."""
    assert "739204" not in redact(frame.format("739204"))


@pytest.mark.parametrize("frame", SETTINGS)
def test_a_secret_in_a_setting_is_masked(frame):
    """YAML blocks, XML, name-and-value pairs, headers, connection strings."""
    secret = "3529728971:" + "AA" + drawn(33) if "/bot" in frame else drawn(36)
    assert secret not in redact(frame.format(secret))


@pytest.mark.parametrize(
    "frame", ["redis-cli -a {} ping", "openssl enc -k {} -in f", "echo {} | sudo -S apt update", "echo 'ines:{}' | chpasswd",
              "sshpass -p '{}' ssh h", "ldapsearch -D cn=a -w {}", "unzip -P {} a.zip", "htpasswd -b f ines {}",
              "openssl rsa -passin pass:{}", "requirepass {}", "net user ines {}", "smbclient //h/s -U ines%{}",
              "requests.get(u, auth=('ines', '{}'))", "vault login {}", "docker login -u ines -p {}"]
)  # fmt: skip
def test_a_secret_given_to_a_command_is_masked(frame):
    """Programs that take it in a place of their own, without a name before it."""
    secret = drawn(14)
    assert secret not in redact(frame.format(secret))


@pytest.mark.parametrize(("prefix", "alphabet", "length"), PREFIXES)
def test_more_makers_keys_are_known_and_so_is_their_manner(prefix, alphabet, length):
    """By their prefix, or by the manner maker_live_…; right beside Chinese words."""
    rng = random.Random(prefix)
    key = prefix + "".join(rng.choice(alphabet) for _ in range(length - 2)) + ("4B" if alphabet.isupper() else "4b")
    assert [(s.start, s.end) for s in find_secrets(f"用{key}登录")] == [(1, 1 + len(key))]


@pytest.mark.parametrize("text", BESIDE)
def test_what_stands_close_beside_a_secret_stays(text):
    """Code that names one, hashes, versions, sentences about passwords."""
    assert redact(text) == text


def test_a_quoted_password_is_masked_to_its_end():
    """An ampersand, a backslash or several words inside do not leave the rest behind."""
    for value in ("kite&41" + "x", "ki\\u0026" + "te41", "seven tame otters " + "paddling"):
        masked = redact('{"password": "' + value + '"}')
        assert masked == '{"password": "[secret:password]"}', masked
    assert redact('{\\"password\\": \\"kite' + '41x\\"}') == '{\\"password\\": \\"[secret:password]\\"}'
