"""Question and text as token ids with the places of the text's units, in batches of texts of like length."""

import random
from dataclasses import dataclass

import torch
import torch.distributed as workers
from tokenizers import Tokenizer

from .groups import Group, Unit

QUESTION_TOKENS = 48
# nine in ten of the product's passages, with a question
ALL_TOKENS = 176
PARTS = 4


@dataclass
class Pair:
    """[CLS] question [SEP] text [SEP]; `asked` ids belong to the question; a unit that was cut off has no span."""

    ids: list[int]
    asked: int
    spans: list[tuple[int, int] | None]


class Pairs:
    def __init__(self, tokenizer: Tokenizer):
        tokenizer.no_padding()
        tokenizer.no_truncation()
        self.tokenizer = tokenizer
        self.cls, self.sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")

    def pair(self, question: str, text: str, units: list[Unit]) -> Pair:
        asked = self.tokenizer.encode(question, add_special_tokens=False).ids[: QUESTION_TOKENS - 2]
        head = [self.cls, *asked, self.sep]
        # English has 4 to 5 characters per token; text beyond 12 would be cut anyway
        read = self.tokenizer.encode(text[: ALL_TOKENS * 12], add_special_tokens=False)
        room = ALL_TOKENS - len(head) - 1
        places = list(enumerate(read.offsets[:room], len(head)))
        spans: list[tuple[int, int] | None] = []
        for unit in units:
            own = [place for place, (start, end) in places if start < unit.end and end > unit.start]
            spans.append((own[0], own[-1] + 1) if own else None)
        return Pair([*head, *read.ids[:room], self.sep], len(head), spans)


@dataclass
class Part:
    """Some rows of a batch, padded to one length."""

    rows: list[int]
    ids: torch.Tensor
    parts: torch.Tensor
    spans: torch.Tensor
    mask: torch.Tensor


@dataclass
class Batch:
    """The texts of some groups in order, in parts of like length: padding costs as much as text."""

    groups: list[Group]
    pairs: list[Pair]
    parts: list[Part]

    def rows_of(self, group: int) -> range:
        before = sum(len(one.texts) for one in self.groups[:group])
        return range(before, before + len(self.groups[group].texts))


def part_of(pairs: list[Pair], rows: list[int]) -> Part:
    length = max(len(pairs[row].ids) for row in rows)
    units = max(1, max(len(pairs[row].spans) for row in rows))
    ids = torch.zeros(len(rows), length, dtype=torch.long)
    parts = torch.zeros_like(ids)
    spans = torch.zeros(len(rows), units, length)
    mask = torch.zeros(len(rows), length, dtype=torch.bool)
    for place, row in enumerate(rows):
        own = pairs[row]
        ids[place, : len(own.ids)] = torch.tensor(own.ids)
        parts[place, own.asked : len(own.ids)] = 1
        mask[place, : len(own.ids)] = True
        for unit, span in enumerate(own.spans):
            if span:
                spans[place, unit, slice(*span)] = 1 / (span[1] - span[0])
    return Part(rows, ids, parts, spans, mask)


def batch_of(groups: list[Group], pairs: Pairs) -> Batch:
    all_pairs = [pairs.pair(group.question, text.text, text.units) for group in groups for text in group.texts]
    order = sorted(range(len(all_pairs)), key=lambda row: len(all_pairs[row].ids))
    size = -(-len(order) // PARTS)
    parts = [part_of(all_pairs, order[start : start + size]) for start in range(0, len(order), size)]
    return Batch(groups, all_pairs, parts)


def batches(groups: list[Group], pairs: Pairs, size: int, chance: random.Random, skipped: int):
    """One pass over the groups in random order, `size` groups a batch of all workers; yields this worker's share."""
    order = list(range(len(groups)))
    chance.shuffle(order)
    share = slice(workers.get_rank(), None, workers.get_world_size())
    for start in range(skipped * size, len(order), size):
        own = order[start : start + size][share]
        yield batch_of([groups[place] for place in own or order[:1]], pairs)
