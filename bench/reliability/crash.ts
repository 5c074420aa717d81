import { createHash, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import * as answers from "#contract/answering/answers.ts";
import { listDocuments, uploadDocuments } from "#contract/knowledge/documents.ts";
import { listInteractions } from "#contract/answering/interactions.ts";
import { rowsOf } from "#testing/call.ts";
import type { BenchOptions } from "../options.ts";
import { startProduct, type Product } from "#testing/product.ts";

/** P7: nothing acknowledged is lost. */
const wanted = { uploads: 200, questions: 200, restarts: 20 };
const uploaders = 2;
const askers = 2;
/** A round ends at a moment drawn evenly from this span: long enough to hit every step of reading. */
const roundMilliseconds = { least: 100, most: 4000 };
const patience = 60_000;

/**
 * Uploads and questions without pause while the server is killed at random instants, alternately alone and with its
 * database; a file without a response is sent again, as a person would. Prints acknowledged data that is missing.
 */
export async function run({ json }: BenchOptions): Promise<void> {
  const product = await startProduct({ LOG_LEVEL: "fatal" });
  try {
    const theme = await product.newTheme("crash");
    const uploaded = new Map<string, string>();
    const asked: number[] = [];
    const restarts: number[] = [];
    let made = 0;
    const isEnough = () =>
      uploaded.size >= wanted.uploads &&
      asked.length >= wanted.questions &&
      restarts.length >= wanted.restarts;
    const upload = async (isOver: () => boolean, waiting: { name: string; text: string }[]) => {
      while (!isOver()) {
        const file = waiting.pop() ?? newFile(++made);
        const isKept = await send(product, theme, file).catch(() => false);
        if (isKept) uploaded.set(file.name, sha256(file.text));
        else waiting.push(file);
      }
    };
    const ask = async (isOver: () => boolean) => {
      while (!isOver()) {
        const answer = await product
          .call(answers.ask, {
            themeId: theme,
            userQuery: `What is the fee of document ${1 + Math.floor(Math.random() * Math.max(1, made))}?`,
            sessionId: "crash",
          })
          .catch(() => null);
        if (typeof answer?.interactionId === "number") asked.push(answer.interactionId);
      }
    };
    const waiting = Array.from({ length: uploaders }, () => [] as { name: string; text: string }[]);
    while (!isEnough()) {
      let isOver = false;
      const work = [
        ...waiting.map((files) => upload(() => isOver, files)),
        ...Array.from({ length: askers }, () => ask(() => isOver)),
      ];
      const span = roundMilliseconds.most - roundMilliseconds.least;
      await wait(roundMilliseconds.least + Math.random() * span);
      const restart = product.crash(restarts.length % 2 === 0 ? "server" : "everything");
      isOver = true;
      await Promise.all(work);
      restarts.push(await restart);
    }
    for (const file of waiting.flat())
      if (await send(product, theme, file)) uploaded.set(file.name, sha256(file.text));
    const settled = performance.now();
    const listed = () => listAll((at) => product.call(listDocuments, { id: theme, ...at }));
    let documents = await listed();
    while (
      documents.some(({ status }) => status === "processing") &&
      performance.now() - settled < patience
    ) {
      await wait(500);
      documents = await listed();
    }
    const seconds = (performance.now() - settled) / 1000;
    const names = new Set(documents.map(({ name }) => name));
    let differing = 0;
    for (const { id, name } of documents) {
      const response = await fetch(`${product.url}/api/documents/${id}/file`, {
        headers: { authorization: `Bearer ${product.token}` },
      });
      if (sha256(Buffer.from(await response.arrayBuffer())) !== uploaded.get(name)) differing += 1;
    }
    const recorded = new Set(
      (await listAll((at) => product.call(listInteractions, at))).map((row) => row.chat_interactions.id),
    );
    const result = {
      restarts: restarts.length,
      slowestRestartMs: Math.round(Math.max(...restarts)),
      uploadsAcknowledged: uploaded.size,
      uploadsLost: [...uploaded.keys()].filter((name) => !names.has(name)).length,
      documentsTwice: documents.length - names.size,
      documentsUnknown: [...names].filter((name) => !uploaded.has(name)).length,
      stuckAfterMinute: documents.filter(({ status }) => status === "processing").length,
      failed: documents.filter(({ status }) => status === "failed").length,
      secondsUntilAllRead: Number(seconds.toFixed(1)),
      bytesDiffering: differing,
      answersAcknowledged: asked.length,
      answersLost: asked.filter((id) => !recorded.has(id)).length,
    };
    for (const [name, value] of Object.entries(result)) process.stdout.write(`${name.padEnd(22)} ${value}\n`);
    if (json) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
    const { uploadsLost, documentsTwice, stuckAfterMinute, failed, bytesDiffering, answersLost } = result;
    if (uploadsLost + documentsTwice + stuckAfterMinute + failed + bytesDiffering + answersLost > 0)
      throw new Error("Acknowledged data was lost.");
  } finally {
    await product.stop();
  }
}

function newFile(number: number): { name: string; text: string } {
  const filler = randomBytes(3000)
    .toString("hex")
    .replace(/(.{40})/g, "$1 ");
  return {
    name: `document ${number}.txt`,
    text: `The fee of document ${number} is ${number} dollars.\n\n${filler}`,
  };
}

/** True if the file is acknowledged, now or by the attempt whose response was lost. */
async function send(product: Product, theme: number, file: { name: string; text: string }): Promise<boolean> {
  const form = new FormData();
  form.append("files", new Blob([file.text]), file.name);
  const answer = await product.call(uploadDocuments, { id: theme }, form);
  return (
    answer.uploadedCount === 1 ||
    answer.errors.some(({ error }) => error.startsWith("This file is already in the theme"))
  );
}

async function listAll<Row>(
  load: (at: { page: number; pageSize: number }) => Promise<Row[] | { rows: Row[] }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const part = rowsOf(await load({ page, pageSize: 200 }));
    if (part.length === 0) return rows;
    rows.push(...part);
  }
}

function sha256(bytes: string | Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
