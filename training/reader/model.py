"""The reader: a small BERT encoder that becomes a cross-encoder half way up, with an output for the passage and each unit."""

import json
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import nn
from torch.nn import functional


HEADS = ["dense", "score", "unit_dense", "unit_score"]


class Layer(nn.Module):
    def __init__(self, width: int, inner: int, heads: int):
        super().__init__()
        self.heads = heads
        self.query_key_value = nn.Linear(width, 3 * width)
        self.attended = nn.Linear(width, width)
        self.attended_norm = nn.LayerNorm(width, eps=1e-12)
        self.inner = nn.Linear(width, inner)
        self.outer = nn.Linear(inner, width)
        self.outer_norm = nn.LayerNorm(width, eps=1e-12)

    def forward(self, x: torch.Tensor, mask: torch.Tensor | None, dropout: float) -> torch.Tensor:
        texts, length, width = x.shape
        split = self.query_key_value(x).view(texts, length, 3, self.heads, width // self.heads)
        query, key, value = split.permute(2, 0, 3, 1, 4).unbind(0)
        # written out: PyTorch's own attention takes six times as long backwards in bf16 on a processor
        logits = query @ key.transpose(-1, -2) * query.shape[-1] ** -0.5
        if mask is not None:
            logits = logits.masked_fill(~mask, -1e4)
        mixed = torch.softmax(logits, -1).to(value.dtype) @ value
        mixed = mixed.transpose(1, 2).reshape(texts, length, width)
        x = self.attended_norm(x + functional.dropout(self.attended(mixed), dropout, self.training))
        inner = functional.gelu(self.inner(x))
        return self.outer_norm(x + functional.dropout(self.outer(inner), dropout, self.training))


class Bert(nn.Module):
    """The weights of a BERT encoder; word vectors and the lowest `still` layers stay as they are in training."""

    def __init__(self, config: dict, layers: int, still: int):
        super().__init__()
        width = config["hidden_size"]
        self.words = nn.Embedding(config["vocab_size"], width)
        self.places = nn.Embedding(config["max_position_embeddings"], width)
        self.parts = nn.Embedding(2, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(
            Layer(width, config["intermediate_size"], config["num_attention_heads"]) for _ in range(layers)
        )
        self.dropout = 0.1
        for module in (self.words, self.places, self.parts, self.norm, *self.layers[:still]):
            for weight in module.parameters():
                weight.requires_grad_(False)


class Reader(Bert):
    """Logits of a passage and of its units (sentences, lists, rows), read together with a question.

    The lower layers read question and passage apart, as the encoder learned to, and stay as they are, with the word
    embeddings; the upper ones read both together. So training begins with what the encoder knows of likeness: the cosine of
    the two means of token vectors, to which the head adds what it learns.
    """

    def __init__(self, config: dict, layers: int, apart: int):
        super().__init__(config, layers, apart)
        width = config["hidden_size"]
        self.apart = apart
        self.dense = nn.Linear(3 * width, width)
        self.score = nn.Linear(width + 1, 1)
        self.unit_dense = nn.Linear(4 * width, width)
        self.unit_score = nn.Linear(width + 1, 1)

    def forward(
        self, ids: torch.Tensor, parts: torch.Tensor, spans: torch.Tensor, mask: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """ids and parts (0 question, 1 passage): texts x length; mask: the same, true for tokens, or none if all are.

        spans: texts x units x length, each unit's tokens with equal weights that sum to 1, or none.
        Returns logits of texts, and of texts x units.
        """
        of_passage = parts.to(self.score.weight.dtype)
        of_question = 1 - of_passage if mask is None else mask.to(of_passage.dtype) - of_passage
        with torch.no_grad():
            place = torch.arange(ids.shape[1], device=ids.device)
            # each of both begins at its own place 0; the question has the mark [CLS]
            place = place - parts * (of_question.sum(1, keepdim=True).to(torch.long) - 1)
            x = self.norm(self.words(ids) + self.places(place) + self.parts.weight[0])
            alike = parts[:, :, None] == parts[:, None, :]
            separate = alike if mask is None else alike & mask[:, None, :]
            for layer in self.layers[: self.apart]:
                x = layer(x, separate[:, None], 0.0)
        together = None if mask is None else mask[:, None, None, :]
        for layer in self.layers[self.apart :]:
            x = layer(x, together, self.dropout)
        question, passage = mean_of(x, of_question), mean_of(x, of_passage)
        cosine = (question * passage).sum(1, keepdim=True)
        compared = torch.cat([question * passage * 10, (question - passage).abs() * 10, x[:, 0]], 1)
        learned = functional.dropout(torch.tanh(self.dense(compared)), self.dropout, self.training)
        scores = self.score(torch.cat([learned, cosine], 1))[:, 0]
        units = torch.bmm(spans.to(x.dtype), x)
        units = units / (units.norm(dim=2, keepdim=True) + 1e-6)
        asked = question[:, None, :].expand_as(units)
        around = [x[:, :1].expand_as(units), passage[:, None, :].expand_as(units) * 10]
        compared = torch.cat([asked * units * 10, (asked - units).abs() * 10, *around], 2)
        learned = functional.dropout(torch.tanh(self.unit_dense(compared)), self.dropout, self.training)
        near = (asked * units).sum(2, keepdim=True)
        return scores, self.unit_score(torch.cat([learned, near], 2))[:, :, 0]


def mean_of(x: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """The mean of the token vectors with weight 1, at unit length: texts x width."""
    summed = (x * weights[:, :, None]).sum(1)
    return summed / summed.norm(dim=1, keepdim=True)


def config_of(folder: Path) -> dict:
    return json.loads((folder / "config.json").read_text())


def weights_of(folder: Path, layers: int) -> dict[str, torch.Tensor]:
    """Weights of a BERT encoder by their names here.

    folder: `config.json` and `model.safetensors` as Hugging Face publishes them.
    """
    held = load_file(folder / "model.safetensors")
    take = {
        "words.weight": held["embeddings.word_embeddings.weight"],
        "places.weight": held["embeddings.position_embeddings.weight"],
        "parts.weight": held["embeddings.token_type_embeddings.weight"],
        "norm.weight": held["embeddings.LayerNorm.weight"],
        "norm.bias": held["embeddings.LayerNorm.bias"],
    }
    for number in range(layers):
        source, target = f"encoder.layer.{number}", f"layers.{number}"
        for kind in ("weight", "bias"):
            attention = f"{source}.attention"
            parts = [held[f"{attention}.self.{part}.{kind}"] for part in ("query", "key", "value")]
            take[f"{target}.query_key_value.{kind}"] = torch.cat(parts)
            take[f"{target}.attended.{kind}"] = held[f"{attention}.output.dense.{kind}"]
            take[f"{target}.attended_norm.{kind}"] = held[f"{attention}.output.LayerNorm.{kind}"]
            take[f"{target}.inner.{kind}"] = held[f"{source}.intermediate.dense.{kind}"]
            take[f"{target}.outer.{kind}"] = held[f"{source}.output.dense.{kind}"]
            take[f"{target}.outer_norm.{kind}"] = held[f"{source}.output.LayerNorm.{kind}"]
    return take


def load_base(folder: Path, layers: int, apart: int) -> Reader:
    """A reader with the weights of a BERT encoder; its head is new.

    folder: `config.json` and `model.safetensors` as Hugging Face publishes them.
    """
    reader = Reader(config_of(folder), layers, apart)
    take = weights_of(folder, layers)
    missing, unexpected = reader.load_state_dict(take, strict=False)
    new = {f"{head}.{kind}" for head in HEADS for kind in ("weight", "bias")}
    if set(missing) != new or unexpected:
        raise ValueError(f"{folder} holds no encoder of this kind: {sorted(set(missing) ^ new)}, {unexpected}.")
    # wrong passages begin with a cosine of about .7, right ones with .74
    nn.init.zeros_(reader.score.weight)
    reader.score.weight.data[0, -1] = 15
    reader.score.bias.data.fill_(-11.5)
    nn.init.zeros_(reader.unit_score.weight)
    reader.unit_score.weight.data[0, -1] = 15
    nn.init.zeros_(reader.unit_score.bias)
    return reader
