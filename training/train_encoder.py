"""Trains the upper layers of the encoder: `python training/train_encoder.py --help`. Continues from its last checkpoint.

A question comes nearer to the unit and to the passage that answer it, and farther from others of its batch: a unit beside the
right one, one of the ranker's best wrong passage, that passage, and what answers the other questions.
"""

import argparse
import random
import time
from dataclasses import dataclass

import torch
import torch.distributed as workers
from reader.encoder import Encoder, load_encoder
from reader.groups import Group, Text, Unit
from tokenizers import Tokenizer
from torch.nn import functional
from train import data_of, parser_of, save, start, take_mean, tell

LONGEST = 128
WARM_UP = 30
# of the groups on held-out documents, each so many-th: all of them take a quarter of an hour
VALIDATED = 6
# cosines are too close to each other for a softmax
SCALE = 20.0


def read_options() -> argparse.Namespace:
    parser = parser_of(__doc__, 20261129)
    parser.add_argument("--still", type=int, default=3, help="layers that stay as they are")
    parser.add_argument("--questions", type=int, default=16, help="in a batch of one worker")
    parser.add_argument("--rate", type=float, default=5e-5)
    return parser.parse_args()


@dataclass
class Example:
    question: str
    unit: str
    passage: str
    wrong_units: list[str]
    wrong_passage: str
    # what answers it beside these is no counterexample
    right: set[str]


def example_of(group: Group, chance: random.Random) -> Example | None:
    rights = [text for text in group.texts if text.right and any(unit.right for unit in text.units)]
    wrongs = [text for text in group.texts if not text.right]
    if not rights or not wrongs:
        return None
    passage = rights[0]
    unit = next(unit for unit in passage.units if unit.right)
    wrong_units = []
    for text in (passage, wrongs[0]):
        others = [other for other in text.units if not other.right and other.end - other.start > 8]
        if others:
            wrong_units.append(words_of(text, chance.choice(others)))
    right = {words_of(text, other) for text in rights for other in text.units if other.right} | {text.text for text in rights}
    return Example(group.question, words_of(passage, unit), passage.text, wrong_units, wrongs[0].text, right)


def words_of(text: Text, unit: Unit) -> str:
    return text.text[unit.start : unit.end]


class Tokens:
    def __init__(self, tokenizer: Tokenizer):
        tokenizer.no_padding()
        tokenizer.enable_truncation(LONGEST)
        self.tokenizer = tokenizer

    def of(self, texts: list[str]) -> tuple[torch.Tensor, torch.Tensor]:
        """Ids and mask, texts x length."""
        read = [one.ids for one in self.tokenizer.encode_batch(texts)]
        length = max(map(len, read))
        ids = torch.zeros(len(read), length, dtype=torch.long)
        for place, own in enumerate(read):
            ids[place, : len(own)] = torch.tensor(own)
        lengths = torch.tensor([len(own) for own in read])
        return ids, torch.arange(length)[None] < lengths[:, None]


def encode(encoder: Encoder, tokens: Tokens, texts: list[str], bf16: bool) -> torch.Tensor:
    """Texts of like length together: padding costs as much as text."""
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    size = max(8, -(-len(order) // 4))
    parts = []
    for start in range(0, len(order), size):
        ids, mask = tokens.of([texts[place] for place in order[start : start + size]])
        with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
            parts.append(encoder(ids, mask).float())
    back = torch.tensor(order).argsort()
    return torch.cat(parts)[back]


def loss_of(encoder: Encoder, tokens: Tokens, examples: list[Example], bf16: bool) -> torch.Tensor:
    questions = encode(encoder, tokens, [one.question for one in examples], bf16)
    units = [one.unit for one in examples] + [text for one in examples for text in one.wrong_units]
    passages = [one.passage for one in examples] + [one.wrong_passage for one in examples]
    loss = torch.zeros(())
    for texts in (units, passages):
        near = SCALE * questions @ encode(encoder, tokens, texts, bf16).T
        also = torch.tensor([[place != own and text in one.right for place, text in enumerate(texts)] for own, one in enumerate(examples)])
        loss = loss + functional.cross_entropy(near.masked_fill(also, -1e4), torch.arange(len(examples)))
    return loss


def work(options: argparse.Namespace) -> None:
    chance = random.Random(options.seed)
    trained, validated = data_of(options)
    examples = [one for one in (example_of(group, chance) for group in trained) if one is not None]
    tokens = Tokens(Tokenizer.from_file(str(options.base / "tokenizer.json")))
    encoder = load_encoder(options.base, options.still)
    train(encoder, tokens, examples, validated, options)


def train(encoder: Encoder, tokens: Tokens, examples: list[Example], validated: list[Group], options) -> None:
    weights = [weight for weight in encoder.parameters() if weight.requires_grad]
    optimizer = torch.optim.AdamW(weights, lr=options.rate, weight_decay=0.01)
    size = options.questions * options.workers
    per_pass = len(examples) // size
    steps = int(per_pass * options.passes)
    step = 0
    last = options.out / "last.pt"
    if last.exists():
        held = torch.load(last, weights_only=True)
        encoder.load_state_dict(held["encoder"])
        optimizer.load_state_dict(held["optimizer"])
        step = held["step"]
    else:
        tell(options, {"seed": options.seed, "bf16": options.bf16, "examples": len(examples), "steps": steps, "before": validate(encoder, tokens, validated)})
    saved, sums = time.time(), []
    while step < steps:
        number, place = divmod(step, per_pass)
        order = list(range(len(examples)))
        random.Random(options.seed + number).shuffle(order)
        own = order[place * size : (place + 1) * size][workers.get_rank() :: workers.get_world_size()]
        for group in optimizer.param_groups:
            group["lr"] = options.rate * min(1, (step + 1) / WARM_UP) * (1 - step / steps)
        encoder.train()
        loss = loss_of(encoder, tokens, [examples[one] for one in own], options.bf16)
        optimizer.zero_grad()
        loss.backward()
        take_mean(weights)
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        step += 1
        sums.append(loss.item())
        if time.time() - saved > 120 or step == steps:
            tell(options, {"step": step, "of": steps, "loss": round(sum(sums) / len(sums), 4), "seconds": round(time.time() - saved)})
            save(last, {"encoder": encoder.state_dict(), "optimizer": optimizer.state_dict(), "step": step})
            saved, sums = time.time(), []
    save(options.out / "encoder.pt", encoder.state_dict())
    tell(options, {"after": validate(encoder, tokens, validated)})


@torch.no_grad()
def validate(encoder: Encoder, tokens: Tokens, groups: list[Group]) -> dict | None:
    """On held-out documents: how often the nearest unit, the passage of the nearest unit, and the nearest passage are right."""
    if workers.get_rank() > 0:
        return None
    encoder.eval()
    found = []
    for group in groups[::VALIDATED]:
        units = [(text, unit) for text in group.texts for unit in text.units]
        if not any(unit.right for _, unit in units):
            continue
        question = encode(encoder, tokens, [group.question], False)
        near = encode(encoder, tokens, [words_of(*one) for one in units], False) @ question[0]
        passages = encode(encoder, tokens, [text.text for text in group.texts], False) @ question[0]
        text, unit = units[int(near.argmax())]
        found.append((unit.right, text.right, group.texts[int(passages.argmax())].right))
    return {name: round(sum(values) / len(values), 3) for name, values in zip(("unit", "passage of unit", "passage"), zip(*found))}


if __name__ == "__main__":
    start(work, read_options())
