import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { Span, type getCitationPicture as contract } from "#contract/answering/answers.ts";
import type { Input } from "#contract/kernel/endpoint.ts";
import { citedWords } from "#contract/answering/cited-words.ts";
import { drawCrop } from "#reading/crop/draw-crop.ts";
import { personOf, type Caller } from "#server/kernel/context.ts";
import { fileResponse, noContent, type RawResponse } from "#server/http/response.ts";
import type { Call } from "#server/http/route.ts";
import { findCitedPage, findPicture, insertPicture, type CitedPage } from "./picture-store.ts";

const MAX_PICTURE_BYTES = 2 * 1024 * 1024;

/** The part of a cited page around its words: drawn for its first reader, stored for later ones. */
export async function getCitationPicture(
  caller: Caller,
  { interactionId, marker }: Input<typeof contract>,
  { signal }: Call,
): Promise<RawResponse> {
  const found = await caller.transact(async (ctx) => {
    const page = await findCitedPage(ctx, interactionId, marker);
    if (page === null || page.file_type !== "application/pdf") return null;
    const words = citedWords({ quote: page.quote, answering: z.array(Span).parse(page.answering) });
    return { page, words, picture: await findPicture(ctx, page, words) };
  });
  if (found === null || found.picture?.file_key === null) return noContent();
  const { page, words, picture } = found;
  if (picture !== undefined)
    return pictureResponse(await buffer(await caller.services.files.read(picture.file_key ?? "")));
  const drawn = await draw(caller, page, words, signal);
  return drawn === null ? noContent() : pictureResponse(drawn);
}

/** Draws and stores the picture, or the fact that there is none, so that drawing isn't retried. */
async function draw(
  caller: Caller,
  page: CitedPage,
  words: string,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const { files, turns } = caller.services;
  const person = personOf(caller);
  const release = await turns.pictures.acquire({ company: page.company_id, person: person.id }, signal);
  try {
    const picture = await drawCrop(await buffer(await files.read(page.file_key)), page.page_index, words);
    const stored = picture === null ? null : await files.store(Readable.from([picture]), MAX_PICTURE_BYTES);
    await caller.transact((ctx) => insertPicture(ctx, page, words, stored?.key ?? null));
    return picture;
  } finally {
    release();
  }
}

function pictureResponse(picture: Buffer) {
  return fileResponse({
    name: "source.png",
    type: "image/png",
    size: picture.length,
    body: Readable.from([picture]),
  });
}
