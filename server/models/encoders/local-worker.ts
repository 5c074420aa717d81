import { workerData } from "node:worker_threads";
import { openOnnx } from "#engine/models/onnx/onnx.ts";
import { loadRuntime, runtimeBeside } from "#engine/models/onnx/runtime.ts";
import { exposeWorker, giveWay } from "#server/platform/thread-side.ts";
import type { Encoding, LocalData } from "./local.ts";

const { folder, isBackground } = workerData as LocalData;
if (isBackground) giveWay();
const opening = (async () => openOnnx(folder, loadRuntime(runtimeBeside(folder))))();
// the first call that needs the model reports why there is none
opening.catch(() => undefined);

exposeWorker<Encoding>({
  describe: async () => {
    const { name, dimension } = await opening;
    return { name, dimension };
  },
  encode: async ({ texts, as, until }) => (await opening).encode(texts, as, until),
});
