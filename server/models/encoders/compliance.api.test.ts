import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import pino from "pino";
import { afterAll, beforeAll } from "vitest";
import { catalog } from "#engine/models/onnx/catalog.ts";
import { wordVectorEncoder } from "#testing/word-vector-encoder.ts";
import { jobCaller } from "#server/kernel/callers.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { testCompliance } from "#testing/encoder-compliance.ts";
import { startModelServer, type ModelServer } from "#testing/model-server.ts";
import { endpointEncoder } from "./endpoint.ts";
import { localEncoder } from "./local.ts";
import type { ServedEncoder } from "./served-encoder.ts";
import { embedOn } from "#server/models/usage/meter.ts";

let app: TestApp;
let server: ModelServer;
let companyId = 0;
const opened = new Map<string, ServedEncoder>();
beforeAll(async () => {
  server = await startModelServer();
  // the subject of a passage, by one word per subject
  const matters = [/refund|return|money/i, /pilot|engine/i, /minutes|meeting/i];
  server.embedWith((text) => matters.map((matter) => (matter.test(text) ? 1 : 0.01)));
  app = await startTestApp({ worker: false });
  ({ companyId } = await buildCompany(app));
});
afterAll(async () => {
  for (const encoder of opened.values()) await encoder.close();
  await app.close();
  await server.close();
});

testCompliance("the sum of word vectors", () => Promise.resolve(wordVectorEncoder));

testCompliance("a provider's endpoint", () => {
  const served = endpointEncoder({ baseUrl: server.url, model: "meaning-1", apiKey: "sk-embed" });
  const account = { companyId, interactionId: null, purpose: "embedding" as const };
  return Promise.resolve(served.on(embedOn(jobCaller(app.services, "embed-version", companyId), account)));
});

const unpaid = () => Promise.reject(new Error("a local model costs nothing"));

// the weights belong to the operator: MODELS_DIR gives their location
const models = resolve(process.env.MODELS_DIR ?? "data/models");
for (const { name } of catalog) {
  const folder = join(models, name);
  testCompliance(
    name,
    () => {
      const served =
        opened.get(name) ??
        localEncoder(folder, {
          log: pino({ level: "silent" }),
          eager: true,
          idleMs: null,
          mostPassages: Infinity,
        });
      opened.set(name, served);
      return Promise.resolve(served.on(unpaid));
    },
    existsSync(join(folder, "model.json")),
  );
}
