import { workerData } from "node:worker_threads";
import { loadRuntime } from "#engine/models/onnx/runtime.ts";
import { openReader } from "#engine/models/reader/open-reader.ts";
import { exposeWorker } from "#server/platform/thread-side.ts";
import type { ReaderData, ReadingWork } from "./passage-reader.ts";

const { folder } = workerData as ReaderData;
const opening = (async () => openReader(folder, loadRuntime()))();
// the first call reports why there is no reader
opening.catch(() => undefined);

exposeWorker<ReadingWork>({
  check: async () => {
    await opening;
    return null;
  },
  read: async ({ question, passages, until }) => (await opening).read(question, passages, until),
});
