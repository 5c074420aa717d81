"""Reads a shipped reader back as a checkpoint to begin with: `python training/restore.py WEIGHTS BASE CHECKPOINT`.

WEIGHTS: the folder with `reader.onnx`. Its int8 weights become numbers again; what training leaves as it is, word vectors
and lower layers, comes from BASE whole.
"""

import sys
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from reader.model import load_base

LAYERS, APART = 6, 3


def main() -> None:
    weights, base, checkpoint = map(Path, sys.argv[1:4])
    reader = load_base(base, LAYERS, APART)
    trained = {name for name, weight in reader.named_parameters() if weight.requires_grad}
    held = read(weights / "reader.onnx")
    missing = trained - held.keys()
    if missing:
        raise ValueError(f"{weights} lacks {sorted(missing)}.")
    reader.load_state_dict({name: held[name] for name in trained}, strict=False)
    torch.save({"reader": reader.state_dict(), "layers": LAYERS, "apart": APART}, checkpoint)


def read(file: Path) -> dict[str, torch.Tensor]:
    """Weights by their names in the model; those of products are called after the place of the product."""
    graph = onnx.load(file).graph
    values = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    held = {name.removeprefix("reader."): value for name, value in values.items() if name.startswith("reader.")}
    for node in graph.node:
        if node.op_type != "MatMulInteger":
            continue
        place = ".".join(node.name.split("/")[2:-1])
        name = node.input[1].removesuffix("_quantized")
        whole = values[node.input[1]].float() - values[f"{name}_zero_point"].float()
        held[f"{place}.weight"] = (whole * values[f"{name}_scale"]).T.contiguous()
    return held


if __name__ == "__main__":
    main()
