import { parentPort, workerData } from "node:worker_threads";
import type { Extraction } from "./extract/extraction.ts";
import { prepare } from "./prepare.ts";

const { extraction, name } = workerData as { extraction: Extraction; name: string };
parentPort?.postMessage(prepare(extraction, name));
