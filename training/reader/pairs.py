"""Question and passage as token ids, in batches of texts of like length."""

import random
from dataclasses import dataclass

import torch
import torch.distributed as workers
from tokenizers import Tokenizer

from .question_sets import Group

QUESTION_TOKENS = 48
# nine in ten of the product's passages, with a question
ALL_TOKENS = 176
PARTS = 4


class Pairs:
    """Turns pairs into ids: [CLS] question [SEP] passage [SEP]."""

    def __init__(self, tokenizer: Tokenizer):
        tokenizer.no_padding()
        tokenizer.no_truncation()
        self.tokenizer = tokenizer
        self.cls, self.sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")

    def ids(self, question: str, passage: str, longest: int = ALL_TOKENS) -> tuple[list[int], int]:
        """All ids, and how many of them belong to the question."""
        asked = self.tokenizer.encode(question, add_special_tokens=False).ids[: QUESTION_TOKENS - 2]
        head = [self.cls, *asked, self.sep]
        # English has 4 to 5 characters per token; text beyond 12 would be cut anyway
        read = self.tokenizer.encode(passage[: longest * 12], add_special_tokens=False).ids
        return [*head, *read[: longest - len(head) - 1], self.sep], len(head)


@dataclass
class Batch:
    """Texts of some groups in order, in parts of like length: padding costs as much as text."""

    parts: list["Part"]
    groups: torch.Tensor
    labels: torch.Tensor


@dataclass
class Part:
    rows: list[int]
    ids: torch.Tensor
    parts: torch.Tensor
    mask: torch.Tensor


def part_of(pairs: list[tuple[list[int], int]], rows: list[int]) -> Part:
    length = max(len(pairs[row][0]) for row in rows)
    ids = torch.zeros(len(rows), length, dtype=torch.long)
    parts = torch.zeros_like(ids)
    mask = torch.zeros(len(rows), length, dtype=torch.bool)
    for place, row in enumerate(rows):
        own, asked = pairs[row]
        ids[place, : len(own)] = torch.tensor(own)
        parts[place, asked : len(own)] = 1
        mask[place, : len(own)] = True
    return Part(rows, ids, parts, mask)


def batch_of(groups: list[Group], pairs: Pairs) -> Batch:
    encoded = [pairs.ids(group.question, text) for group in groups for text in group.texts]
    order = sorted(range(len(encoded)), key=lambda row: len(encoded[row][0]))
    size = -(-len(order) // PARTS)
    return Batch(
        [part_of(encoded, order[start : start + size]) for start in range(0, len(order), size)],
        torch.tensor([place for place, group in enumerate(groups) for _ in group.texts]),
        torch.tensor([label for group in groups for label in group.labels], dtype=torch.float32),
    )


def batches(groups: list[Group], pairs: Pairs, size: int, chance: random.Random, skipped: int):
    """One pass over the groups in random order, `size` groups a batch of all workers; yields this worker's share."""
    order = list(range(len(groups)))
    chance.shuffle(order)
    share = slice(workers.get_rank(), None, workers.get_world_size())
    for start in range(skipped * size, len(order), size):
        own = order[start : start + size][share]
        yield batch_of([groups[place] for place in own or order[:1]], pairs)
