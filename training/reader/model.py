"""The reader: the first layers of a small BERT encoder with one output, how well a passage answers a question."""

import json
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import nn
from torch.nn import functional


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
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        mixed = mixed.transpose(1, 2).reshape(texts, length, width)
        x = self.attended_norm(x + functional.dropout(self.attended(mixed), dropout, self.training))
        inner = functional.gelu(self.inner(x))
        return self.outer_norm(x + functional.dropout(self.outer(inner), dropout, self.training))


class Reader(nn.Module):
    """Logits of question and passage pairs. Word embeddings stay frozen: they are half of the parameters."""

    def __init__(self, config: dict, layers: int):
        super().__init__()
        width = config["hidden_size"]
        self.words = nn.Embedding(config["vocab_size"], width)
        self.places = nn.Embedding(config["max_position_embeddings"], width)
        self.parts = nn.Embedding(2, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(
            Layer(width, config["intermediate_size"], config["num_attention_heads"]) for _ in range(layers)
        )
        self.dense = nn.Linear(2 * width, width)
        self.score = nn.Linear(width, 1)
        self.dropout = 0.1
        self.words.weight.requires_grad_(False)

    def forward(self, ids: torch.Tensor, parts: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        """ids and parts (0 question, 1 passage): texts x length; mask: the same, true for tokens, or none if all are."""
        places = torch.arange(ids.shape[1], device=ids.device)
        x = self.norm(self.words(ids) + self.places(places)[None] + self.parts(parts))
        x = functional.dropout(x, self.dropout, self.training)
        attended = None if mask is None else mask[:, None, None, :]
        for layer in self.layers:
            x = layer(x, attended, self.dropout)
        if mask is None:
            mean = x.mean(1)
        else:
            weights = mask.to(x.dtype)[:, :, None]
            mean = (x * weights).sum(1) / weights.sum(1)
        pooled = torch.cat([x[:, 0], mean], 1)
        pooled = functional.dropout(torch.tanh(self.dense(pooled)), self.dropout, self.training)
        return self.score(pooled)[:, 0]


def load_base(folder: Path, layers: int) -> Reader:
    """A reader with the weights of a BERT encoder; its head is new.

    folder: `config.json` and `model.safetensors` as Hugging Face publishes them.
    """
    reader = Reader(json.loads((folder / "config.json").read_text()), layers)
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
    missing, unexpected = reader.load_state_dict(take, strict=False)
    new = {"dense.weight", "dense.bias", "score.weight", "score.bias"}
    if set(missing) != new or unexpected:
        raise ValueError(f"{folder} holds no encoder of this kind: {sorted(set(missing) ^ new)}, {unexpected}.")
    return reader
