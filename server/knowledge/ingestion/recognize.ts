import { extractionPort, ocrPort } from "./readers.ts";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { jobCaller, systemCaller } from "#server/kernel/callers.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { failAfterOcr, finishReading } from "./pipeline.ts";
import { progressReporter } from "./progress.ts";
import { drawPages } from "#reading/ocr/draw-pages.ts";
import { claimNext, endOcr, getOcr, isAnyFree, keepTexts } from "./ocr-store.ts";
import type { Ocr } from "#reading/ocr/tesseract.ts";

/** After this, another document gets a turn, and the results so far are kept. */
const PAGES_A_TURN = 10;

const Texts = z.record(z.string(), z.string());
let isBusy = false;

/**
 * Reads a few image pages of one waiting document, then passes the turn on. One at a time per process, whoever the
 * caller: it must never take a processor from a question.
 */
export async function recognizePages(services: VerbServices): Promise<void> {
  const ocr = ocrPort.of(services);
  if (ocr === null || isBusy) return;
  isBusy = true;
  const system = systemCaller(services, "recognise-pages");
  try {
    const next = await system.transact((ctx) => claimNext(ctx));
    if (next !== null) await readTurn(services, ocr, next);
  } finally {
    isBusy = false;
  }
  // includes documents that arrived during this turn, or whose row was locked
  await system.transact(async (ctx) => {
    if (await isAnyFree(ctx)) await ctx.enqueue("recognise-pages", {});
  });
}

async function readTurn(
  services: VerbServices,
  ocr: Ocr,
  { company_id, id }: { company_id: number; id: number },
): Promise<void> {
  const caller = jobCaller(services, "recognise-pages", company_id);
  const version = await caller.transact((ctx) => getOcr(ctx, id));
  if (version === undefined) return;
  const known = Texts.parse(version.ocr_texts);
  const wanted = version.ocr_pages.filter((page) => known[page] === undefined).slice(0, PAGES_A_TURN);
  const bytes = await buffer(await services.files.read(version.file_key));
  const texts: Record<string, string> = Object.fromEntries(wanted.map((page) => [page, ""]));
  const onProgress = progressReporter(caller, version);
  let read = Object.keys(known).length;
  for await (const { page, picture } of drawPages(bytes, wanted)) {
    const text = await ocr.read(picture, services.stopping).catch((error: unknown) => {
      services.stopping.throwIfAborted();
      services.log.warn({ err: error, page }, "a page could not be read by OCR");
      return "";
    });
    texts[page] = text.replaceAll("\0", "");
    onProgress(++read, version.ocr_pages.length);
  }
  const all = { ...known, ...texts };
  if (Object.keys(all).length < version.ocr_pages.length)
    return caller.transact((ctx) => keepTexts(ctx, version, texts));
  const started = services.clock.now().getTime();
  const source = { bytes, name: version.name, owner: `company:${company_id}`, recognized: all };
  const pages = await extractionPort.of(services).read(source, async (result) => {
    const found = result.ok ? result.reading.pagesByOcr : [];
    if (result.ok && found.length > 0) await finishReading(caller, version, result, started);
    else if (version.status === "failed") await failAfterOcr(caller, version);
    return found;
  });
  await caller.transact((ctx) => endOcr(ctx, version, pages));
}
