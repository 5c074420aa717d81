"""What a reader adds to the ranker: `python training/evaluate.py READER CANDIDATES [SET ...]`.

READER: the folder that `export.py` wrote; CANDIDATES: the lines of `npm run bench -- reader`. For every set: first passages right by words
alone, by the reader alone, and mixed; the AUC of answerable questions against near misses; MAP@10 of retrieval sets.
"""

import hashlib
import json
import math
import random
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
import onnxruntime
from reader.domain import is_held_out
from reader.pairs import Pairs
from tokenizers import Tokenizer

SHARES = [share / 20 for share in range(21)]
FOLDS = 5
ASKED = ["customers", "asked", "docs", "fresh", "demo"]
# sets with questions that are trained on: only the fifth that is held out is measured
TRAINED = ["own", "own-together", "own-elsewhere"]


def main() -> None:
    folder, candidates = map(Path, sys.argv[1:3])
    rows = [json.loads(line) for line in filter(None, candidates.read_text().split("\n"))]
    rows = [row for row in rows if row["passages"] and (row["set"] not in TRAINED or is_held_out(row))]
    rows = [row for row in rows if not sys.argv[3:] or row["set"] in sys.argv[3:]]
    score(rows, folder)
    sets = defaultdict(list)
    for row in rows:
        # questions asked where nothing answers them stand beside those that are answered
        sets[row["set"].removesuffix("-elsewhere")].append(row)
    asked = [row for row in rows if row["set"] in ASKED]
    share = best_share([row for row in asked if row["answerable"]])
    print(f"share of the reader, best on {', '.join(ASKED)}: {share}")
    head = ["set", "questions", "first: words", "reader", "mixed", "mixed, share from other folds", "AUC near misses: words", "reader", "mixed", "MAP@10: words", "reader", "mixed"]
    print(f"| {' | '.join(head)} |\n|{' --- |' * len(head)}")
    for name, own in sets.items():
        print(f"| {name} | {' | '.join(map(str, figures_of(own, asked, share)))} |")


def figures_of(own: list[dict], asked: list[dict], share: float) -> list:
    right = [row for row in own if row["answerable"]]
    nothing = [row for row in own if not row["answerable"]]
    first = [sum(is_first(row, one) for row in right) for one in (0, 1, share)]
    aucs = [auc_of([best_of(row, one) for row in right], [best_of(row, one) for row in nothing]) for one in (0, 1, share)]
    maps = [f"{sum(precision_of(row, one) for row in right) / max(1, len(right)):.3f}" for one in (0, 1, share)]
    return [f"{len(right)}, {len(nothing)}", *first, crossed(own, asked), *aucs, *maps]


def score(rows: list[dict], folder: Path) -> None:
    """Gives every passage the reader's logit and the ranker's. The reader's are kept beside the model for the next time."""
    model, kept = folder / "reader.onnx", folder / "scores.json"
    known = json.loads(kept.read_text()) if kept.exists() and kept.stat().st_mtime > model.stat().st_mtime else {}
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(model), options)
    pairs = Pairs(Tokenizer.from_file(str(folder / "tokenizer.json")))
    for row in rows:
        for passage in row["passages"]:
            key = hashlib.sha256(f"{row['question']}\n{passage['text']}".encode()).hexdigest()[:16]
            if key not in known:
                ids, asked = pairs.ids(row["question"], passage["text"])
                parts = [0] * asked + [1] * (len(ids) - asked)
                (logit,) = session.run(None, {"ids": np.array([ids]), "parts": np.array([parts])})
                known[key] = float(logit[0])
            passage["reader"] = known[key]
            sure = min(max(passage["score"], 1e-6), 1 - 1e-6)
            passage["words"] = math.log(sure / (1 - sure))
    kept.write_text(json.dumps(known))


def mixed(passage: dict, share: float) -> float:
    return (1 - share) * passage["words"] + share * passage["reader"]


def ordered(row: dict, share: float) -> list[dict]:
    return sorted(row["passages"], key=lambda passage: -mixed(passage, share))


def is_first(row: dict, share: float) -> bool:
    return ordered(row, share)[0]["right"]


def best_of(row: dict, share: float) -> float:
    return max(mixed(passage, share) for passage in row["passages"])


def precision_of(row: dict, share: float) -> float:
    """Average precision of the best ten, over the right passages that the ranker found."""
    rights = [passage["right"] for passage in ordered(row, share)[:10]]
    found = sum(passage["right"] for passage in row["passages"])
    return sum(sum(rights[: place + 1]) / (place + 1) for place, right in enumerate(rights) if right) / max(1, min(10, found))


def best_share(rows: list[dict]) -> float:
    """The share with the most first passages right; of equals, the one with the best reciprocal ranks."""

    def reciprocal(row: dict, share: float) -> float:
        return next((1 / (place + 1) for place, passage in enumerate(ordered(row, share)) if passage["right"]), 0)

    return max(SHARES, key=lambda share: (sum(is_first(row, share) for row in rows), sum(reciprocal(row, share) for row in rows)))


def crossed(own: list[dict], asked: list[dict]) -> int:
    """First passages right where each fold's share comes from the asked questions of all other folds."""
    chance = random.Random(1)
    folds = {id(row): chance.randrange(FOLDS) for row in [*asked, *own]}
    return sum(
        is_first(row, share)
        for fold in range(FOLDS)
        for share in [best_share([row for row in asked if row["answerable"] and folds[id(row)] != fold])]
        for row in own
        if row["answerable"] and folds[id(row)] == fold
    )


def auc_of(higher: list[float], lower: list[float]) -> str:
    if not higher or not lower:
        return "–"
    won = sum((one > other) + (one == other) / 2 for one in higher for other in lower)
    return f"{won / len(higher) / len(lower):.2f}"


if __name__ == "__main__":
    main()
