"""Writes a trained reader with int8 weights: `python training/export.py CHECKPOINT BASE FOLDER`.

FOLDER gets `reader.onnx`, the tokenizer of BASE, and `reader.json` with the SHA-256 of each file.
"""

import hashlib
import json
import shutil
import sys
import tempfile
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from reader.model import load_base


class Scored(torch.nn.Module):
    """One pair at a time, without padding: scales of int8 values would be computed over all pairs of a batch."""

    def __init__(self, reader: torch.nn.Module):
        super().__init__()
        self.reader = reader

    def forward(self, ids: torch.Tensor, parts: torch.Tensor, spans: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.reader(ids, parts, spans)


APART = 3
TOKENIZER = ["tokenizer.json", "tokenizer_config.json"]


def main() -> None:
    checkpoint, base, folder = map(Path, sys.argv[1:4])
    held = torch.load(checkpoint, weights_only=True)["reader"]
    layers = 1 + max(int(name.split(".")[1]) for name in held if name.startswith("layers."))
    reader = load_base(base, layers, APART)
    reader.load_state_dict(held)
    folder.mkdir(parents=True, exist_ok=True)
    write(reader, folder / "reader.onnx")
    for name in TOKENIZER:
        shutil.copyfile(base / name, folder / name)
    hashes = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in ["reader.onnx", *TOKENIZER]}
    (folder / "reader.json").write_text(json.dumps(hashes, indent=2) + "\n")
    print(f"{folder}: {layers} layers, {(folder / 'reader.onnx').stat().st_size} bytes")


def write(reader: torch.nn.Module, file: Path) -> None:
    ids = torch.zeros(1, 64, dtype=torch.long)
    spans = torch.zeros(1, 5, 64)
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        torch.onnx.export(
            Scored(reader).eval(),
            (ids, ids, spans),
            str(whole),
            input_names=["ids", "parts", "spans"],
            output_names=["score", "units"],
            dynamic_axes={"ids": {1: "length"}, "parts": {1: "length"}, "spans": {1: "units", 2: "length"}, "units": {1: "units"}},
            opset_version=17,
            dynamo=False,
        )
        # 7 bits of weight: sums of products stay within 16 bits, which older processors saturate at
        quantize_dynamic(whole, file, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)


if __name__ == "__main__":
    main()
