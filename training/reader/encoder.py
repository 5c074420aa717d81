"""The encoder: a small BERT model whose token vectors' mean stands for a text."""

import torch
from torch import nn
from torch.nn import functional

from .model import Layer, config_of, mean_of, weights_of

LAYERS = 6


class Encoder(nn.Module):
    """Unit vectors of texts. Word vectors and the lowest layers stay as they are: they know more words than were trained on."""

    def __init__(self, config: dict, still: int):
        super().__init__()
        width = config["hidden_size"]
        self.words = nn.Embedding(config["vocab_size"], width)
        self.places = nn.Embedding(config["max_position_embeddings"], width)
        self.parts = nn.Embedding(2, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(
            Layer(width, config["intermediate_size"], config["num_attention_heads"]) for _ in range(LAYERS)
        )
        self.still = still
        for module in (self.words, self.places, self.parts, self.norm, *self.layers[:still]):
            for weight in module.parameters():
                weight.requires_grad_(False)

    def states(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """ids, mask (true for tokens): texts x length. Returns texts x length x width."""
        dropout = 0.1
        with torch.no_grad():
            x = self.norm(self.words(ids) + self.places(torch.arange(ids.shape[1])) + self.parts.weight[0])
            seen = mask[:, None, None, :]
            for layer in self.layers[: self.still]:
                x = layer(x, seen, 0.0)
        for layer in self.layers[self.still :]:
            x = layer(x, seen, dropout)
        return x

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return functional.normalize(mean_of(self.states(ids, mask), mask.to(torch.float32)), dim=1)


def load_encoder(folder, still: int = 0) -> Encoder:
    encoder = Encoder(config_of(folder), still)
    encoder.load_state_dict(weights_of(folder, LAYERS))
    return encoder
