import { randomBytes } from "node:crypto";
import { access, constants, stat } from "node:fs/promises";
import { dirname } from "node:path";
import pino from "pino";
import { ProviderName } from "#contract/models/providers.ts";
import { ocrLanguages } from "#reading/ocr/tesseract.ts";
import type { Config } from "#server/kernel/config/config.ts";
import type { WitnessConfig } from "#server/kernel/config/witnesses.ts";
import { openEncoder } from "#server/models/encoders/open.ts";
import { ModelError } from "#server/models/llm/models.ts";
import { openPassageReader } from "#server/models/reader/passage-reader.ts";
import { openModels } from "#server/models/llm/open.ts";
import { createGuardedFetch } from "#server/platform/guarded-fetch.ts";
import { bucketWitness } from "#server/evidence/record/witnesses/bucket.ts";
import { askForTimestamp } from "#server/evidence/record/timestamps/ask.ts";
import { fine, messageOf, note, wrong } from "./finding.ts";

/** A person waits at a terminal. */
const waitMs = 10_000;

export async function lookAtEncoder({ encoder: config }: Config) {
  if (config === null) return note("None: passages are found by their words (docs/running.md).");
  if (config.kind === "endpoint") {
    const { baseUrl, model } = config;
    try {
      const asked = { ...config, texts: ["a sentence"], signal: AbortSignal.timeout(waitMs) };
      const { vectors } = await openModels({ silenceMs: waitMs }).embed(asked);
      return fine(`${model} at ${new URL(baseUrl).host}, ${vectors[0]?.length ?? 0} dimensions`);
    } catch (error) {
      return wrong(`${model} at ${new URL(baseUrl).host} does not encode a sentence: ${reasonOf(error)}`);
    }
  }
  const log = pino({ level: "silent" });
  const encoder = openEncoder(config, { log, isAsked: true });
  if (encoder === null) return wrong("Its folder is not valid. npm run models -- check says why.");
  await encoder.close();
  return fine(encoder.name);
}

export async function lookAtReader({ hasReader }: Config) {
  if (!hasReader) return note("Switched off (READER): words alone choose what is quoted.");
  const log = pino({ level: "silent" });
  const reader = openPassageReader({ log, eager: true, count: () => undefined });
  try {
    await reader.check();
    return fine("its files are whole, and it reads");
  } catch (error) {
    return wrong(`Words alone choose what is quoted: ${messageOf(error)}`);
  } finally {
    await reader.close();
  }
}

/** Lists the models of each configured provider. */
export async function lookAtModels({ providers }: Config) {
  const models = openModels();
  const asked = ProviderName.options.flatMap((provider) => {
    const { baseUrl, installationKey, needsKey } = providers[provider];
    const isGiven = installationKey !== null || (baseUrl !== null && !needsKey);
    return baseUrl === null || !isGiven ? [] : [{ provider, baseUrl, apiKey: installationKey }];
  });
  if (asked.length === 0)
    return note("The installation has no key of its own: answers are quoted unless a company enters one.");
  const found = await Promise.all(
    asked.map(async ({ provider, ...server }) => {
      try {
        await models.list({ ...server, provider, signal: AbortSignal.timeout(waitMs) });
        return { provider, problem: null };
      } catch (error) {
        return { provider, problem: reasonOf(error) };
      }
    }),
  );
  const problems = found.flatMap(({ provider, problem }) =>
    problem === null ? [] : [`${provider}: ${problem}`],
  );
  return problems.length > 0
    ? wrong(problems.join(" "))
    : fine(`${asked.map(({ provider }) => provider).join(", ")} answer`);
}

const reasonOf = (error: unknown) =>
  error instanceof ModelError && error.said !== null ? `${error.message} (${error.said})` : messageOf(error);

export async function lookAtWitnesses({ recordWitnesses }: Config) {
  if (recordWitnesses.length === 0)
    return note("None: an operator of the database could rewrite the record unseen (RECORD_PLACES).");
  const problems: string[] = [];
  let untried = 0;
  for (const witness of recordWitnesses)
    try {
      if (!(await tryWitness(witness))) untried += 1;
    } catch (error) {
      problems.push(`${nameOf(witness)}: ${messageOf(error)}`);
    }
  if (problems.length > 0) return wrong(`Heads of the record can't be sent to ${problems.join("; ")}`);
  return untried === 0
    ? fine(`${recordWitnesses.length} reached`)
    : note(`${recordWitnesses.length - untried} reached, ${untried} take heads only and were not called.`);
}

/** Writes nothing: a witness may keep forever what it gets. @returns false if it can't be tried */
async function tryWitness(witness: WitnessConfig): Promise<boolean> {
  if (witness.kind === "folder") {
    const folder = await existing(witness.folder);
    if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder.`);
    await access(folder, constants.R_OK | constants.W_OK);
    return true;
  }
  if (witness.kind !== "bucket") return false;
  const bucket = bucketWitness(witness.url, witness.lock, () => new Date());
  try {
    await bucket.reader?.sizes(0);
    return true;
  } finally {
    bucket.close();
  }
}

/** The folder, or the one in which it will be made. */
async function existing(folder: string): Promise<string> {
  try {
    await access(folder);
    return folder;
  } catch {
    return dirname(folder) === folder ? folder : existing(dirname(folder));
  }
}

const nameOf = (witness: WitnessConfig) =>
  witness.kind === "folder"
    ? witness.folder
    : witness.kind === "bucket"
      ? `s3://${witness.url.host}`
      : witness.kind;

export async function lookAtTimestamps({ recordTimestamps, privateHosts }: Config) {
  if (recordTimestamps === null)
    return note("None: the times of the record are this machine's (RECORD_TIMESTAMP_URL).");
  const guardedFetch = createGuardedFetch(privateHosts);
  try {
    const tools = { guardedFetch, now: () => new Date() };
    const { authority } = await askForTimestamp(recordTimestamps, randomBytes(32), tools);
    return fine(`${recordTimestamps.url.host} stamps as ${authority}`);
  } finally {
    await guardedFetch.close();
  }
}

export async function lookAtTraces({ tracing }: Config) {
  if (tracing === null) return note("None are sent (OTEL_EXPORTER_OTLP_ENDPOINT).");
  const { host } = new URL(tracing.endpoint);
  try {
    // no spans: an empty request (OTLP, 4.1) is answered and stored nowhere
    const { status } = await fetch(`${tracing.endpoint}/v1/traces`, {
      method: "POST",
      headers: { ...tracing.headers, "content-type": "application/x-protobuf" },
      redirect: "manual",
      signal: AbortSignal.timeout(waitMs),
    });
    return status < 300
      ? fine(`${host} takes them`)
      : wrong(`The collector at ${host} answers with ${status}.`);
  } catch {
    return wrong(`The collector at ${host} cannot be reached: traces are lost.`);
  }
}

export function lookAtScans({ ocr }: Config) {
  const installed = ocrLanguages(ocr);
  if (installed === null)
    return Promise.resolve(note("Tesseract is not installed, or OCR is off: image-only pages are not read."));
  const missing = ocr.split("+").filter((language) => !installed.includes(language));
  return Promise.resolve(
    missing.length === 0
      ? fine(`read by Tesseract (${ocr})`)
      : wrong(
          `Tesseract has no data for ${missing.join(", ")}: install its language package, or change OCR. Installed: ${installed.join(", ")}.`,
        ),
  );
}
