import { expect, test } from "vitest";
import { createDocumentIndex } from "#engine/document-index.ts";
import type { Found } from "#engine/ranked.ts";
import { freePort } from "#testing/free-port.ts";
import { openDistantSearch, searchAway } from "./distant-search.ts";

const inMemory = { hits: [], language: "en" } as unknown as Found;

/** A theme of a thousand bytes of segments, over an address where nothing listens. */
async function awayWith(mostBytes: number, index: string | null = "footnote-4.1-1") {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const place = { origin, signIn: null, ca: null, prefix: "footnote" };
  const units = [{ document: 1, segment: 1, passages: 1, isWritten: true, vectors: null }];
  const contents = {
    contents: () => Promise.resolve([{ document: 1, segment: 1, bytes: 1_000 }]),
    read: () => Promise.resolve([]),
  };
  const counts = createDocumentIndex();
  return openDistantSearch(
    { place, units: () => Promise.resolve(index === null ? null : { index, units }) },
    contents,
    null,
    { documentsOf: () => Promise.resolve(counts), inMemory: () => Promise.resolve(inMemory), mostBytes },
  );
}
const asked = {
  theme: { company_id: 1, id: 1, content_version: 1 },
  question: "What does section 4.2 say?",
  limit: 10,
  documents: null,
};

test.each(["footnote-4.1-1", null])("a theme that memory holds is searched there (%s)", async (index) => {
  const search = await awayWith(1_000_000, index);
  expect(await search.search(asked)).toBe(inMemory);
  expect(await search.search(asked)).toBe(inMemory);
  await search.close();
});

test("a theme too large for memory can't be searched, and the error says so by its code", async () => {
  const search = await awayWith(1_000);
  await expect(search.search(asked)).rejects.toMatchObject({
    code: searchAway,
    message: expect.stringMatching(/refused the connection/),
  });
  await expect(search.search(asked)).rejects.toMatchObject({ code: searchAway });
  await search.close();
});
