"""Trains the reader: `python training/train.py --help`. Continues from the last checkpoint of its folder."""

import argparse
import json
import random
import time
from collections.abc import Callable
from pathlib import Path

import torch
import torch.distributed as workers
from reader.domain import read_domain
from reader.groups import Group
from reader.model import HEADS, Reader, load_base
from reader.pairs import Batch, Pairs, batch_of, batches
from reader.question_sets import read_groups
from tokenizers import Tokenizer
from torch.nn import functional

WARM_UP = 40


def start(work: Callable[[argparse.Namespace], None], options: argparse.Namespace) -> None:
    """Runs the work in several processes: each reads its share of every batch, and all take the mean of their gradients.

    A thread each: threads that share one operation wait for each other on a busy machine, six times as long in all.
    """
    options.out.mkdir(parents=True, exist_ok=True)
    meeting = options.out / "meeting"
    meeting.unlink(missing_ok=True)
    torch.multiprocessing.spawn(join, (work, options, f"file://{meeting.absolute()}"), options.workers)


def join(rank: int, work: Callable[[argparse.Namespace], None], options: argparse.Namespace, meeting: str) -> None:
    workers.init_process_group("gloo", meeting, rank=rank, world_size=options.workers)
    torch.manual_seed(options.seed + rank)
    torch.set_num_threads(1)
    work(options)


def work(options: argparse.Namespace) -> None:
    trained, validated = data_of(options)
    pairs = Pairs(Tokenizer.from_file(str(options.base / "tokenizer.json")))
    reader = load_base(options.base, options.layers, options.apart)
    if options.start:
        reader.load_state_dict(torch.load(options.start, weights_only=True)["reader"])
    train(reader, trained, validated, pairs, options)


def parser_of(description: str | None, seed: int) -> argparse.ArgumentParser:
    """The options of every training."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--base", type=Path, required=True, help="folder of the encoder that gives the first weights")
    parser.add_argument("--sets", type=Path, required=True, help="folder of the public question sets")
    parser.add_argument("--left-out", type=Path, required=True, help="themes.json of questions that are measured: their documents are left out")
    parser.add_argument("--candidates", type=Path, required=True, help="lines of `npm run bench -- reader`")
    parser.add_argument("--out", type=Path, required=True, help="folder of this run, outside of the repository")
    parser.add_argument("--passes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--workers", type=int, default=2, help="processes of one thread each")
    parser.set_defaults(bf16=is_faster_in_bf16())
    return parser


def read_options() -> argparse.Namespace:
    parser = parser_of(__doc__, 20261128)
    parser.add_argument("--start", type=Path, help="checkpoint of another run whose weights this one begins with")
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--apart", type=int, default=3, help="layers that read question and passage apart")
    parser.add_argument("--groups", type=int, default=8, help="questions in a batch of all workers")
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--minutes", type=float, default=110, help="the rate falls to nothing within this time at most")
    return parser.parse_args()


def is_faster_in_bf16() -> bool:
    """Twice as fast on processors with instructions for it; on others, a layer takes five to ten times as long."""
    layer, texts = torch.nn.Linear(384, 1536), torch.ones(8, 128, 384)

    def seconds(bf16: bool) -> float:
        began = time.perf_counter()
        with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
            layer(texts).float().sum().backward()
        return time.perf_counter() - began

    return min(seconds(True) for _ in range(5)) < min(seconds(False) for _ in range(5))


def data_of(options: argparse.Namespace) -> tuple[list[Group], list[Group]]:
    """Groups to train on, and those of the held-out documents to watch."""
    own = read_domain(options.candidates, themes_of(options.left_out), options.seed)
    general = read_groups(options.sets, options.seed)
    return [group for group in own if not group.held_out] + general, [group for group in own if group.held_out]


def themes_of(path: Path) -> set[str]:
    return {Path(place).name for places in json.loads(path.read_text()).values() for place in places}


def train(reader: Reader, trained: list[Group], validated: list[Group], pairs: Pairs, options) -> None:
    weights = [weight for weight in reader.parameters() if weight.requires_grad]
    head = [weight for name in HEADS for weight in getattr(reader, name).parameters()]
    upper = [weight for weight in weights if all(weight is not other for other in head)]
    # a new head's rate is ten times that of layers that were trained before
    parts = [{"params": upper, "share": 1}, {"params": head, "share": 1 if options.start else 10}]
    optimizer = torch.optim.AdamW(parts, lr=options.rate, weight_decay=0.01)
    per_pass = -(-len(trained) // options.groups)
    steps = int(per_pass * options.passes)
    state = {"step": 0, "seconds": 0.0}
    last = options.out / "last.pt"
    if last.exists():
        held = torch.load(last, weights_only=True)
        reader.load_state_dict(held["reader"])
        optimizer.load_state_dict(held["optimizer"])
        state = held["state"]
    tell(options, {"seed": options.seed, "bf16": options.bf16, "groups": len(trained), "validated": len(validated), "steps": steps, **state})
    spent = 0.0
    began = time.time() - state["seconds"]
    sums: list[float] = []
    saved = time.time()
    while state["step"] < steps and progress_of(state, steps, began, options) < 1:
        number, skipped = divmod(state["step"], per_pass)
        chance = random.Random(options.seed + number)
        for batch in batches(trained, pairs, options.groups, chance, skipped):
            done = progress_of(state, steps, began, options)
            if done >= 1:
                break
            for group in optimizer.param_groups:
                group["lr"] = options.rate * group["share"] * min(1, (state["step"] + 1) / WARM_UP) * (1 - done)
            reader.train()
            loss = loss_of(reader, batch, options.bf16)
            optimizer.zero_grad()
            loss.backward()
            take_mean(weights)
            torch.nn.utils.clip_grad_norm_(weights, 1.0)
            optimizer.step()
            state["step"] += 1
            spent += len(batch.pairs)
            sums.append(loss.item())
            if time.time() - saved > 120:
                saved = time.time()
                state["seconds"] = saved - began
                save(last, {"reader": reader.state_dict(), "optimizer": optimizer.state_dict(), "state": state})
                mean = sum(sums) / len(sums)
                tell(options, {"step": state["step"], "of": steps, "done": round(done, 3), "loss": round(mean, 4), "pairs": spent, "minutes": round((saved - began) / 60, 1)})
                sums = []
    state["seconds"] = time.time() - began
    save(last, {"reader": reader.state_dict(), "optimizer": optimizer.state_dict(), "state": state})
    if workers.get_rank() > 0:
        return
    torch.save({"reader": reader.state_dict(), "layers": options.layers, "apart": options.apart}, options.out / "reader.pt")
    tell(options, {"validation": validate(reader, validated, pairs), "step": state["step"]})


def progress_of(state: dict, steps: int, began: float, options) -> float:
    """From 0 to 1, by steps or by time, whichever ends first; the same for all workers."""
    done = torch.tensor(max(state["step"] / steps, (time.time() - began) / 60 / options.minutes))
    workers.broadcast(done, 0)
    return done.item()


def take_mean(weights: list[torch.Tensor]) -> None:
    """Replaces each worker's gradients by the mean of all workers'; a worker without a right unit has none of that head."""
    flat = torch.cat([torch.zeros(weight.numel()) if weight.grad is None else weight.grad.flatten() for weight in weights])
    workers.all_reduce(flat)
    flat /= workers.get_world_size()
    for weight, mean in zip(weights, flat.split([weight.numel() for weight in weights])):
        weight.grad = mean.view_as(weight).clone()


def loss_of(reader: Reader, batch: Batch, bf16: bool) -> torch.Tensor:
    """Whether each text is right, which of a group is, and which unit: the first also sees groups without a right text."""
    logits, units = read(reader, batch, bf16)
    labels = torch.tensor([float(text.right) for group in batch.groups for text in group.texts])
    # rights are rarer than wrongs: a weight of 2 keeps their scores apart from 0
    loss = functional.binary_cross_entropy_with_logits(logits, labels, pos_weight=torch.tensor(2.0))
    texts_chosen, units_chosen = [], []
    for place, group in enumerate(batch.groups):
        rows = batch.rows_of(place)
        right = labels[rows.start : rows.stop]
        if right.sum() > 0:
            own = logits[rows.start : rows.stop]
            texts_chosen.append(-(torch.log_softmax(own, 0) * right).sum() / right.sum())
        seen = [(units[row][number], unit.right) for row, text in zip(rows, group.texts) for number, unit in enumerate(text.units) if batch.pairs[row].spans[number]]
        if any(is_right for _, is_right in seen):
            scores = torch.stack([score for score, _ in seen])
            rights = torch.tensor([is_right for _, is_right in seen])
            units_chosen.append(torch.logsumexp(scores, 0) - torch.logsumexp(scores[rights], 0))
    for chosen in (texts_chosen, units_chosen):
        if chosen:
            loss = loss + torch.stack(chosen).mean()
    return loss


def read(reader: Reader, batch: Batch, bf16: bool) -> tuple[torch.Tensor, list[torch.Tensor]]:
    """Logits of all texts, and of each text's units, in the order of the batch."""
    with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
        found = [reader(part.ids, part.parts, part.spans, part.mask) for part in batch.parts]
    texts = [None] * len(batch.pairs)
    units = [None] * len(batch.pairs)
    for part, (scores, of_units) in zip(batch.parts, found):
        for place, row in enumerate(part.rows):
            texts[row], units[row] = scores[place].float(), of_units[place].float()
    return torch.stack(texts), units


@torch.no_grad()
def validate(reader: Reader, groups: list[Group], pairs: Pairs) -> dict:
    """By source: how often the right text and the right unit are first, and the AUC of groups with a right text by their best score."""
    reader.eval()
    found: dict[str, dict[str, list]] = {}
    for group in groups:
        held = found.setdefault(group.source, {"first": [], "unit": [], "with": [], "without": []})
        batch = batch_of([group], pairs)
        scores, of_units = read(reader, batch, False)
        if any(text.right for text in group.texts):
            held["first"].append(group.texts[int(scores.argmax())].right)
            seen = [(of_units[row][number].item(), unit.right) for row, text in enumerate(group.texts) for number, unit in enumerate(text.units) if batch.pairs[row].spans[number]]
            if any(right for _, right in seen):
                held["unit"].append(max(seen)[1])
        held["with" if any(text.right for text in group.texts) else "without"].append(scores.max().item())
    return {
        source: {"questions": len(held["first"]), "first": mean_of(held["first"]), "unit": mean_of(held["unit"]), "auc": auc_of(held["with"], held["without"])}
        for source, held in found.items()
    }


def mean_of(values: list) -> float | None:
    return round(sum(values) / len(values), 3) if values else None


def auc_of(higher: list[float], lower: list[float]) -> float | None:
    if not higher or not lower:
        return None
    won = sum((one > other) + (one == other) / 2 for one in higher for other in lower)
    return round(won / len(higher) / len(lower), 3)


def save(path: Path, held: dict) -> None:
    if workers.get_rank() > 0:
        return
    part = path.with_suffix(".part")
    torch.save(held, part)
    part.replace(path)


def tell(options: argparse.Namespace, event: dict) -> None:
    if workers.get_rank() > 0:
        return
    line = json.dumps(event)
    print(line, flush=True)
    with (options.out / "log.jsonl").open("a") as log:
        log.write(line + "\n")


if __name__ == "__main__":
    start(work, read_options())
