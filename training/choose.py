"""What the reader adds to the choice of a lead: `python training/choose.py BASE CHECKPOINT CANDIDATES`.

CANDIDATES: the lines of `npm run bench -- reader`. Weights of the shipped figures, alone and with the reader's three, are
learned on working questions: by fifths of the themes, then all of them for the questions that nobody read. Prints right
leads, right first passages, and near misses below the confidence that 1 or 5 of 100 right leads lie below.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
from reader.groups import Unit
from reader.model import load_base
from reader.pairs import Pairs, part_of
from tokenizers import Tokenizer
from torch.nn import functional

SETS = ["customers", "asked", "public"]
FOLDS = 5
# as in bench/quality/choice-train.ts
DECAY = 2e-2
WRONG_LEAD = 0.4
WIDEST_MARGIN, WITHOUT_RIVAL = 3.0, 1.0


def main() -> None:
    base, checkpoint, candidates = map(Path, sys.argv[1:4])
    rows = [json.loads(line) for line in filter(None, candidates.read_text().split("\n"))]
    rows = [row for row in rows if row["units"] and row["set"].removesuffix("-stranger") in SETS]
    reader = read_checkpoint(base, checkpoint)
    pairs = Pairs(Tokenizer.from_file(str(base / "tokenizer.json")))
    scores = [scores_of(row, reader, pairs) for row in rows]
    print("| questions | figures | right leads | right first passages |\n| --- | --- | --- | --- |")
    for name, read in (("words", None), ("words and reader", scores)):
        chosen = Choice(rows, read)
        print(f"| {chosen.across_folds(name)} |")
        for line in chosen.unread(name):
            print(f"| {line} |")
        print(chosen.near_misses())


def read_checkpoint(base: Path, checkpoint: Path) -> torch.nn.Module:
    held = torch.load(checkpoint, weights_only=True)
    reader = load_base(base, held["layers"], held["apart"])
    reader.load_state_dict(held["reader"])
    return reader.eval()


@torch.no_grad()
def scores_of(row: dict, reader: torch.nn.Module, pairs: Pairs) -> tuple[list[float], list[float | None]]:
    """The logit of each passage, and of each unit; none for a unit beyond the reader's input."""
    of_passages, of_units = [], [None] * len(row["units"])
    for place, passage in enumerate(row["passages"]):
        own = [number for number, unit in enumerate(row["units"]) if unit["passage"] == place]
        pair = pairs.pair(row["question"], passage["text"], [Unit(row["units"][number]["start"], row["units"][number]["end"], False) for number in own])
        part = part_of([pair], [0])
        score, units = reader(part.ids, part.parts, part.spans, None)
        of_passages.append(score.item())
        for number, span, value in zip(own, pair.spans, units[0].tolist()):
            of_units[number] = value if span else None
    return of_passages, of_units


class Choice:
    def __init__(self, rows: list[dict], scores: list | None):
        self.rows, self.scores = rows, scores
        self.figures = [torch.tensor(self.figures_of(place, row), dtype=torch.float32) for place, row in enumerate(rows)]
        self.right = [torch.tensor([unit["right"] for unit in row["units"]]) for row in rows]
        self.themes = [(row["set"].removesuffix("-stranger"), row["theme"]) for row in rows]
        fold_of = {theme: place * 7 % FOLDS for place, theme in enumerate(sorted(set(self.themes)))}
        self.folds = [fold_of[theme] for theme in self.themes]
        self.working = [place for place, row in enumerate(rows) if row["half"] == "working"]
        self.held_out = [place for place, row in enumerate(rows) if row["half"] == "held-out"]

    def figures_of(self, place: int, row: dict) -> np.ndarray:
        figures = np.array([unit["figures"] for unit in row["units"]])
        if self.scores is None:
            return figures
        of_passages, of_units = self.scores[place]
        least = min((value for value in of_units if value is not None), default=0)
        return np.column_stack([
            figures,
            [of_passages[unit["passage"]] for unit in row["units"]],
            [least if value is None else value for value in of_units],
            [value is None for value in of_units],
        ])

    def fit(self, places: list[int]) -> torch.Tensor:
        """Weights that make the softmax over each question's units favor the right ones."""
        places = [place for place in places if self.right[place].any()]
        deviations = torch.cat([self.figures[place] for place in places]).std(0) + 1e-9
        rows = torch.cat([self.figures[place] for place in places]) / deviations
        wanted = torch.cat([self.right[place].float() / self.right[place].sum() for place in places])
        question = torch.repeat_interleave(torch.arange(len(places)), torch.tensor([len(self.figures[place]) for place in places]))
        weights = torch.zeros(rows.shape[1], requires_grad=True)

        def loss() -> torch.Tensor:
            sums = rows @ weights
            highest = torch.full((len(places),), -1e9).scatter_reduce(0, question, sums, "amax").detach()
            whole = highest + torch.log(torch.zeros(len(places)).index_add(0, question, torch.exp(sums - highest[question])))
            return (whole.sum() - (wanted * sums).sum()) / len(places) + DECAY * (weights**2).sum()

        minimize(loss, weights)
        return (weights / deviations).detach()

    def count(self, places: list[int], weights: torch.Tensor) -> np.ndarray:
        """Answerable questions, right leads, and first passages with a right unit."""
        counts = np.zeros(3, int)
        for place in places:
            if self.rows[place]["answerable"]:
                lead = int((self.figures[place] @ weights).argmax())
                counts += [1, bool(self.right[place][lead]), any(self.right[place][other] for other in self.beside(place, lead))]
        return counts

    def beside(self, place: int, lead: int) -> list[int]:
        units = self.rows[place]["units"]
        return [number for number, unit in enumerate(units) if unit["passage"] == units[lead]["passage"]]

    def across_folds(self, name: str) -> str:
        counts = sum(self.count(self.of_fold(fold, True), self.fit(self.of_fold(fold, False))) for fold in range(FOLDS))
        return f"working ({counts[0]}) | {name} | {counts[1]} | {counts[2]}"

    def of_fold(self, fold: int, is_in: bool) -> list[int]:
        return [place for place in self.working if (self.folds[place] == fold) == is_in]

    def unread(self, name: str) -> list[str]:
        weights = self.fit(self.working)
        sets = {"all": self.held_out, **{one: [place for place in self.held_out if self.rows[place]["set"] == one] for one in SETS}}
        counted = {one: self.count(places, weights) for one, places in sets.items()}
        return [f"unread, {one} ({counts[0]}) | {name} | {counts[1]} | {counts[2]}" for one, counts in counted.items()]

    def near_misses(self) -> str:
        """Of the working questions, each fifth of the themes with the weights of the others."""
        found = defaultdict(list)
        for fold in range(FOLDS):
            learned = self.of_fold(fold, False)
            weights = self.fit(learned)
            confidence = self.confidence(learned, weights)
            for place in self.of_fold(fold, True):
                lead, is_right = self.lead_of(place, weights)
                row = self.rows[place]
                kind = "right" if is_right else "wrong" if row["answerable"] else "strange" if row["set"].endswith("-stranger") else "near"
                found[kind].append(confidence(lead))
        lines = []
        for lost in (0.01, 0.05):
            least = sorted(found["right"])[int(lost * len(found["right"]))]
            below = {kind: f"{sum(one < least for one in values)} of {len(values)}" for kind, values in found.items()}
            lines.append(f"below the confidence of {1 - lost:.0%} of right leads: near misses {below['near']}, other themes' questions {below['strange']}")
        return "\n".join(lines)

    def lead_of(self, place: int, weights: torch.Tensor) -> tuple[list[float], bool]:
        """The figures behind a confidence, as in engine/quote/lead-features.ts, with the reader's."""
        row = self.rows[place]
        sums = self.figures[place] @ weights
        lead = int(sums.argmax())
        own = set(self.beside(place, lead))
        others = [float(sums[number]) for number in range(len(sums)) if number not in own]
        worth = float(sums[lead])
        figures = [worth, min(WIDEST_MARGIN, worth - max(others)) if others else WITHOUT_RIVAL, *row["units"][lead]["lead"], float(row["unknown"])]
        if self.scores is not None:
            figures += [max(self.scores[place][0]), *self.figures[place][lead][-3:-1].tolist()]
        return figures, bool(self.right[place][lead])

    def confidence(self, places: list[int], weights: torch.Tensor):
        leads = [(*self.lead_of(place, weights), self.rows[place]["answerable"]) for place in places]
        figures = np.array([lead for lead, _, _ in leads])
        mean, deviation = figures.mean(0), figures.std(0) + 1e-9
        rows = torch.tensor((figures - mean) / deviation, dtype=torch.float32)
        right = torch.tensor([float(is_right) for _, is_right, _ in leads])
        share = torch.tensor([WRONG_LEAD if answerable and not is_right else 1.0 for _, is_right, answerable in leads])
        learned = torch.zeros(rows.shape[1] + 1, requires_grad=True)
        minimize(lambda: functional.binary_cross_entropy_with_logits(rows @ learned[:-1] + learned[-1], right, weight=share) + 5e-3 * (learned[:-1] ** 2).sum(), learned)
        final = learned.detach()
        return lambda lead: float(torch.tensor((np.array(lead) - mean) / deviation, dtype=torch.float32) @ final[:-1] + final[-1])


def minimize(loss, weights: torch.Tensor) -> None:
    optimizer = torch.optim.LBFGS([weights], max_iter=200, line_search_fn="strong_wolfe")

    def step() -> torch.Tensor:
        optimizer.zero_grad()
        value = loss()
        value.backward()
        return value

    optimizer.step(step)


if __name__ == "__main__":
    main()
