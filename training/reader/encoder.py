"""The encoder: a small BERT model whose token vectors' mean stands for a text."""

from pathlib import Path

import torch

from .model import Bert, config_of, mean_of, weights_of

LAYERS = 6


class Encoder(Bert):
    """Unit vectors of texts."""

    def __init__(self, config: dict, still: int):
        super().__init__(config, LAYERS, still)
        self.still = still

    def states(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """ids, mask (true for tokens): texts x length. Returns texts x length x width."""
        seen = mask[:, None, None, :]
        with torch.no_grad():
            x = self.norm(self.words(ids) + self.places(torch.arange(ids.shape[1])) + self.parts.weight[0])
            for layer in self.layers[: self.still]:
                x = layer(x, seen, 0.0)
        for layer in self.layers[self.still :]:
            x = layer(x, seen, self.dropout)
        return x

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return mean_of(self.states(ids, mask), mask.to(torch.float32))


def load_encoder(folder: Path, still: int = 0) -> Encoder:
    """folder: `config.json` and `model.safetensors` as Hugging Face publishes them; still: layers that training leaves alone."""
    encoder = Encoder(config_of(folder), still)
    encoder.load_state_dict(weights_of(folder, LAYERS))
    return encoder
