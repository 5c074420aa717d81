"""Writes an encoder with int8 weights as the program reads it: `python training/export_encoder.py BASE FOLDER [TRAINED SHARE]`.

BASE holds all-MiniLM-L6-v2 as Hugging Face publishes it; TRAINED is the `encoder.pt` of `train_encoder.py`, of whose change the
SHARE (0 to 1) is taken. FOLDER gets `model.onnx`, the tokenizer and settings of BASE, and `model.json` with the SHA-256 of each
file.
"""

import hashlib
import json
import shutil
import sys
import tempfile
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from reader.encoder import Encoder, load_encoder

COPIED = ["tokenizer.json", "tokenizer_config.json", "config.json"]
DESCRIPTION = {
    "name": "footnote-encoder",
    "dimension": 384,
    "pooling": "mean",
    "longestTokens": 256,
    "prefix": {"question": "", "passage": ""},
    "languages": ["en"],
    "licence": "Apache-2.0",
    "source": "sentence-transformers/all-MiniLM-L6-v2, trained further by training/train_encoder.py",
}


class States(torch.nn.Module):
    """The last layer's states; the program takes their mean."""

    def __init__(self, encoder: Encoder):
        super().__init__()
        self.encoder = encoder

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return self.encoder.states(ids, mask > 0)


def main() -> None:
    base, folder = map(Path, sys.argv[1:3])
    folder.mkdir(parents=True, exist_ok=True)
    encoder = load_encoder(base)
    if len(sys.argv) > 3:
        take_part(encoder, torch.load(sys.argv[3], weights_only=True), float(sys.argv[4]))
    write(encoder, folder / "model.onnx")
    for name in COPIED:
        shutil.copyfile(base / name, folder / name)
    hashes = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in ["model.onnx", *COPIED]}
    (folder / "model.json").write_text(json.dumps({**DESCRIPTION, "files": hashes}, indent=2) + "\n")
    print(f"{folder}: {(folder / 'model.onnx').stat().st_size} bytes")


def take_part(encoder: Encoder, trained: dict[str, torch.Tensor], share: float) -> None:
    """Between both, an encoder keeps what it knew of other texts, and most of what it learned."""
    encoder.load_state_dict({name: torch.lerp(own, trained[name], share) for name, own in encoder.state_dict().items()})


def write(encoder: Encoder, file: Path) -> None:
    ids = torch.ones(1, 64, dtype=torch.long)
    axes = {0: "texts", 1: "length"}
    names = ["input_ids", "attention_mask"]
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        torch.onnx.export(
            States(encoder).eval(),
            (ids, ids),
            str(whole),
            input_names=names,
            output_names=["last_hidden_state"],
            dynamic_axes={name: axes for name in [*names, "last_hidden_state"]},
            opset_version=17,
            dynamo=False,
        )
        # 7 bits of weight: sums of products stay within 16 bits, which older processors saturate at
        quantize_dynamic(whole, file, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)


if __name__ == "__main__":
    main()
