"""Trains the reader: `python training/train.py --help`. Continues from the last checkpoint of its folder."""

import argparse
import json
import random
import time
from pathlib import Path

import torch
import torch.distributed as workers
from reader.domain import read_domain
from reader.headings import read_headings
from reader.model import Reader, load_base
from reader.pairs import Batch, Pairs, batches
from reader.question_sets import Group, read_groups
from tokenizers import Tokenizer
from torch.nn import functional

WARM_UP = 40


def main() -> None:
    options = read_options()
    options.out.mkdir(parents=True, exist_ok=True)
    meeting = options.out / "meeting"
    meeting.unlink(missing_ok=True)
    torch.multiprocessing.spawn(work, (options, f"file://{meeting.absolute()}"), options.workers)


def work(rank: int, options: argparse.Namespace, meeting: str) -> None:
    """One of the workers: each reads its share of every batch, and all take the mean of their gradients.

    A thread each: threads that share one operation wait for each other on a busy machine, six times as long in all.
    """
    workers.init_process_group("gloo", meeting, rank=rank, world_size=options.workers)
    torch.manual_seed(options.seed + rank)
    torch.set_num_threads(1)
    trained, validated = data_of(options)
    pairs = Pairs(Tokenizer.from_file(str(options.base / "tokenizer.json")))
    reader = load_base(options.base, options.layers, options.apart)
    if options.start:
        reader.load_state_dict(torch.load(options.start, weights_only=True)["reader"])
    train(reader, trained, validated, pairs, options)


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", type=Path, required=True, help="folder of the encoder that gives the first weights")
    parser.add_argument("--sets", type=Path, help="folder of the public question sets")
    parser.add_argument("--general", type=int, help="at most so many questions of the public sets")
    parser.add_argument("--documents", type=Path, help="folder of documents whose headings are questions")
    parser.add_argument("--headings", type=int, help="at most so many headings")
    parser.add_argument("--left-out", type=Path, help="themes.json of questions that are measured: their documents are left out")
    parser.add_argument("--candidates", type=Path, help="lines of `npm run bench -- reader`")
    parser.add_argument("--domain", nargs="*", default=["own", "own-together", "own-elsewhere"], help="sets of the candidates to train on")
    parser.add_argument("--domain-passes", type=int, default=1, help="times that the domain's questions occur in one pass")
    parser.add_argument("--out", type=Path, required=True, help="folder of this run, outside of the repository")
    parser.add_argument("--start", type=Path, help="checkpoint of another run whose weights this one begins with")
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--apart", type=int, default=3, help="layers that read question and passage apart")
    parser.add_argument("--passes", type=float, default=2)
    parser.add_argument("--groups", type=int, default=8, help="questions in a batch of all workers")
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--minutes", type=float, default=110, help="the rate falls to nothing within this time at most")
    parser.add_argument("--seed", type=int, default=20261127)
    parser.add_argument("--workers", type=int, default=2, help="processes of one thread each")
    parser.add_argument("--bf16", action="store_true")
    return parser.parse_args()


def data_of(options: argparse.Namespace) -> tuple[list[Group], list[Group]]:
    """Groups to train on, and one in twenty-five to watch, split by question."""
    general = read_groups(options.sets, options.seed) if options.sets else []
    held = len(general) // 25
    trained, validated = general[held:][: options.general], general[:held]
    left_out = themes_of(options.left_out) if options.left_out else set()
    if options.documents:
        headings = read_headings(options.documents, left_out, options.seed)
        random.Random(options.seed).shuffle(headings)
        trained += headings[: options.headings]
    if options.candidates:
        own = read_domain(options.candidates, options.domain, left_out, options.seed)
        trained += [group for group in own if not group.held_out] * options.domain_passes
        validated += [group for group in own if group.held_out]
    return trained, validated


def themes_of(path: Path) -> set[str]:
    return {Path(place).name for places in json.loads(path.read_text()).values() for place in places}


def train(reader: Reader, trained: list[Group], validated: list[Group], pairs: Pairs, options) -> None:
    weights = [weight for weight in reader.parameters() if weight.requires_grad]
    head = [*reader.dense.parameters(), *reader.score.parameters()]
    upper = [weight for weight in weights if all(weight is not other for other in head)]
    # the head is new: its rate is ten times that of layers that were trained before
    parts = [{"params": upper, "share": 1}, {"params": head, "share": 10}]
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
    tell(options, {"seed": options.seed, "groups": len(trained), "validated": len(validated), "steps": steps, **state})
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
            spent += len(batch.labels)
            sums.append(loss.item())
            if time.time() - saved > 120:
                saved = time.time()
                state["seconds"] = saved - began
                save(last, reader, optimizer, state)
                mean = sum(sums) / len(sums)
                tell(options, {"step": state["step"], "of": steps, "done": round(done, 3), "loss": round(mean, 4), "pairs": spent, "minutes": round((saved - began) / 60, 1)})
                sums = []
    state["seconds"] = time.time() - began
    save(last, reader, optimizer, state)
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
    """Replaces each worker's gradients by the mean of all workers'."""
    held = [weight for weight in weights if weight.grad is not None]
    flat = torch.cat([weight.grad.flatten() for weight in held])
    workers.all_reduce(flat)
    flat /= workers.get_world_size()
    for weight, mean in zip(held, flat.split([weight.numel() for weight in held])):
        weight.grad.copy_(mean.view_as(weight))


def loss_of(reader: Reader, batch: Batch, bf16: bool) -> torch.Tensor:
    """Which text of a group is right, plus whether each one is: the second also sees groups without a right text."""
    with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
        scored = torch.cat([reader(part.ids, part.parts, part.mask) for part in batch.parts]).float()
    rows = torch.tensor([row for part in batch.parts for row in part.rows])
    logits = torch.zeros_like(scored).index_copy(0, rows, scored)
    # rights are rarer than wrongs: a weight of 2 keeps their scores apart from 0
    alone = functional.binary_cross_entropy_with_logits(logits, batch.labels, pos_weight=torch.tensor(2.0))
    chosen = []
    for group in batch.groups.unique():
        own = batch.groups == group
        if batch.labels[own].sum() > 0:
            right = batch.labels[own]
            chosen.append(-(torch.log_softmax(logits[own], 0) * right).sum() / right.sum())
    return alone + (torch.stack(chosen).mean() if chosen else 0)


@torch.no_grad()
def validate(reader: Reader, groups: list[Group], pairs: Pairs) -> dict:
    """By source: how often the right text is first, and the AUC of groups that have a right text by their best score."""
    reader.eval()
    found: dict[str, dict[str, list]] = {}
    for group in groups:
        held = found.setdefault(group.source, {"first": [], "with": [], "without": []})
        scores = []
        for text in group.texts:
            ids, asked = pairs.ids(group.question, text)
            parts = torch.tensor([[0] * asked + [1] * (len(ids) - asked)])
            scores.append(reader(torch.tensor([ids]), parts).item())
        best = max(range(len(scores)), key=lambda place: scores[place])
        if 1 in group.labels:
            held["first"].append(group.labels[best])
        held["with" if 1 in group.labels else "without"].append(scores[best])
    return {
        source: {"questions": len(held["first"]), "first": mean_of(held["first"]), "auc": auc_of(held["with"], held["without"])}
        for source, held in found.items()
    }


def mean_of(values: list) -> float | None:
    return round(sum(values) / len(values), 3) if values else None


def auc_of(higher: list[float], lower: list[float]) -> float | None:
    if not higher or not lower:
        return None
    won = sum((one > other) + (one == other) / 2 for one in higher for other in lower)
    return round(won / len(higher) / len(lower), 3)


def save(path: Path, reader: Reader, optimizer: torch.optim.Optimizer, state: dict) -> None:
    if workers.get_rank() > 0:
        return
    part = path.with_suffix(".part")
    torch.save({"reader": reader.state_dict(), "optimizer": optimizer.state_dict(), "state": state}, part)
    part.replace(path)


def tell(options: argparse.Namespace, event: dict) -> None:
    if workers.get_rank() > 0:
        return
    line = json.dumps(event)
    print(line, flush=True)
    with (options.out / "log.jsonl").open("a") as log:
        log.write(line + "\n")


if __name__ == "__main__":
    main()
