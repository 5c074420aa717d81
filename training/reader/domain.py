"""Questions on documents of the product's kind, with the ranker's best passages, as groups."""

import hashlib
import json
import random
from pathlib import Path

from .groups import Group, Text, Unit

NEAR, FAR = 2, 1
# of the questions asked of several documents: their right passage is the one that the document alone gives
TOGETHER = 0.3


def read_domain(path: Path, left_out: set[str], seed: int) -> list[Group]:
    """The lines of `npm run bench -- reader` whose set begins with `own`.

    Of the wrong passages the ranker's best are taken, those that a reader must put lower, and one by chance. A question
    that has an answer, but none among the passages, teaches nothing.
    """
    chance = random.Random(seed)
    groups = []
    for line in filter(None, path.read_text().split("\n")):
        row = json.loads(line)
        if not row["set"].startswith("own") or {row["file"], row["theme"]} & left_out:
            continue
        if row["set"] == "own-together" and chance.random() > TOGETHER:
            continue
        places = range(len(row["passages"]))
        right = [place for place in places if row["passages"][place]["right"]][:1]
        wrong = [place for place in places if not row["passages"][place]["right"]]
        if not wrong or bool(right) != row["answerable"]:
            continue
        taken = right + wrong[:NEAR] + chance.sample(wrong[NEAR:], min(FAR, len(wrong[NEAR:])))
        texts = [text_of(row, place, place in right) for place in taken]
        groups.append(Group(row["set"], row["file"], row["question"], texts, is_held_out(row["file"])))
    return groups


def text_of(row: dict, place: int, right: bool) -> Text:
    units = [Unit(one["start"], one["end"], one["right"]) for one in row["units"] if one["passage"] == place]
    return Text(row["passages"][place]["text"], right, units)


def is_held_out(document: str) -> bool:
    """A tenth of the documents, the same in every run: for validation, never for training."""
    return int(hashlib.sha256(document.encode()).hexdigest()[:8], 16) % 10 == 0
