"""Questions on documents of the product's kind, with the ranker's best passages, as groups."""

import hashlib
import json
import random
from dataclasses import dataclass
from pathlib import Path

from .question_sets import Group

RIGHT, NEAR, FAR = 1, 3, 1


@dataclass
class DomainGroup(Group):
    held_out: bool = False


def read_domain(path: Path, sets: list[str], left_out: set[str], seed: int) -> list[DomainGroup]:
    """The lines of `npm run bench -- reader` that belong to these sets.

    Of the wrong passages the ranker's best are taken, those that a reader must put lower, and some others by chance. A
    question that has an answer, but none among the passages, teaches nothing.
    """
    chance = random.Random(seed)
    groups = []
    for line in filter(None, path.read_text().split("\n")):
        row = json.loads(line)
        if row["set"] not in sets or {row["file"], row["theme"]} & left_out:
            continue
        right = [one["text"] for one in row["passages"] if one["right"]][:RIGHT]
        wrong = [one["text"] for one in row["passages"] if not one["right"]]
        texts = wrong[:NEAR] + chance.sample(wrong[NEAR:], min(FAR, len(wrong[NEAR:])))
        if texts and bool(right) == row["answerable"]:
            labels = [1] * len(right) + [0] * len(texts)
            groups.append(DomainGroup(row["set"], row["theme"], row["question"], right + texts, labels, is_held_out(row)))
    return groups


def is_held_out(row: dict) -> bool:
    """A fifth of the questions, the same in every run and set: for validation, never for training."""
    return int(hashlib.sha256(row["question"].encode()).hexdigest()[:8], 16) % 5 == 0
