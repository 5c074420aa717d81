"""Public question sets as groups: a question, passages that answer it, and passages that do not."""

import json
import math
import random
import re
from collections import Counter, defaultdict
from pathlib import Path

from .groups import Group, Text, Unit

# Sets whose licence allows training, with the most groups taken of each: encyclopedia text is far from policies.
# Left out are the sets marked for measuring only.
SETS = {
    "faq-policy": 456,
    "squad2-dev": 420,
    "nq-qed-dev": 240,
    "sharc-dev": 120,
    "tatqa": 120,
    "covidqa": 45,
}
NEGATIVES = 3


class Overlap:
    """Finds texts that share rare words with a question: BM25 without lengths, enough to find hard negatives."""

    def __init__(self, texts: list[str]):
        self.texts = texts
        self.places: dict[str, list[int]] = defaultdict(list)
        for place, text in enumerate(texts):
            for word in set(words_of(text)):
                self.places[word].append(place)

    def nearest(self, question: str, most: int) -> list[str]:
        sums: Counter[int] = Counter()
        for word in set(words_of(question)):
            held = self.places.get(word, [])
            if 0 < len(held) < len(self.texts) / 4:
                weight = math.log(len(self.texts) / len(held))
                for place in held:
                    sums[place] += weight
        return [self.texts[place] for place, _ in sums.most_common(most)]


def words_of(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def read_rows(folder: Path, name: str) -> list[dict]:
    files = sorted(folder.glob(f"{name}.jsonl")) + sorted(folder.glob(f"{name}.[0-9].jsonl"))
    if not files:
        raise FileNotFoundError(f"{folder} has no {name}.jsonl.")
    return [json.loads(line) for file in files for line in file.read_text().split("\n") if line]


def around(text: str, answer: str | None, longest: int = 420) -> str:
    """At most `longest` characters of the text, with the answer inside, cut between sentences or lines."""
    if len(text) <= longest:
        return text
    at = text.lower().find(answer.lower()) if answer else -1
    if at < longest - 150:
        return text[:longest]
    start = max(0, at - longest // 2)
    cut = max(text.rfind(". ", 0, start), text.rfind("\n", 0, start))
    start = cut + 1 if cut > start - 200 else start
    return text[start : start + longest].strip()


def read_groups(folder: Path, seed: int) -> list[Group]:
    chance = random.Random(seed)
    groups: list[Group] = []
    for name, most in SETS.items():
        rows = read_rows(folder, name)
        chance.shuffle(rows)
        passages = {row["passage"] for row in rows if row["passage"]}
        passages |= {text for row in rows for text in row["negatives"]}
        overlap = Overlap(sorted(passages))
        for row in rows[:most]:
            group = group_of(name, row, overlap, chance)
            if group is not None:
                groups.append(group)
    chance.shuffle(groups)
    return groups


def group_of(name: str, row: dict, overlap: Overlap, chance: random.Random) -> Group | None:
    question = row["question"]
    if row.get("generic"):
        question = f"{row['document']}: {question}"
    answer = row["answer"]
    right = row["passage"] if row["answerable"] else None
    near = list(row["negatives"])
    if not row["answerable"] and row["passage"]:
        near.insert(0, row["passage"])
    # the set's own near passages first, then others that share words with the question
    wrong = [text for text in near if text != right][:NEGATIVES]
    known = {right, *near}
    others = [text for text in overlap.nearest(question, 12) if text not in known and not (answer and answer in text)]
    wrong += others[: max(1, NEGATIVES - len(wrong))]
    while len(wrong) < NEGATIVES:
        text = chance.choice(overlap.texts)
        if text not in known:
            wrong.append(text)
    wrong = wrong[:NEGATIVES]
    texts = [as_text(around(text, None), None) for text in wrong]
    if right is None:
        return Group(name, row["document"], question, texts)
    return Group(name, row["document"], question, [as_text(around(right, answer), answer or ""), *texts])


def as_text(text: str, answer: str | None) -> Text:
    """`answer`: what one of its sentences states; none if the text answers nothing."""
    spans = [match.span() for match in SENTENCE.finditer(text)]
    units = [Unit(*span, bool(answer) and answer.lower() in text[slice(*span)].lower()) for span in spans]
    return Text(text, answer is not None, units)


SENTENCE = re.compile(r"[^\n]{2,}?(?:[.!?](?=\s)|(?=\n)|$)")
