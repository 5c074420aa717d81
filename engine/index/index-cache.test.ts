import { expect, test } from "vitest";
import { createIndexCache, type LoadTheme } from "./index-cache.ts";
import { buildSegment } from "./segment.ts";
import { createThemeIndex } from "#engine/theme-index.ts";

function segmentOf(text: string) {
  return buildSegment({ title: "Policy", passages: [{ text, section: "" }] });
}

/** A store of segments by name, and a record of what was fetched from it. */
function createSource(stored: Record<string, Uint8Array>) {
  const themes = new Map<number, Record<number, string>>();
  const fetched: string[] = [];
  const load = (theme: number): LoadTheme<string, Uint8Array> => ({
    contents: async () =>
      Object.entries(themes.get(theme) ?? {}).map(([document, segment]) => ({
        document: Number(document),
        segment,
      })),
    async *segments(keys) {
      for (const segment of keys) {
        fetched.push(segment);
        const bytes = stored[segment];
        if (!bytes) throw new Error(`no ${segment}`);
        yield { segment, content: bytes };
      }
    },
  });
  return { themes, fetched, load };
}

const STORED = { a: segmentOf("annual leave"), b: segmentOf("travel costs"), c: segmentOf("parental leave") };

test("loads an unchanged theme once", async () => {
  const source = createSource(STORED);
  source.themes.set(1, { 1: "a", 2: "b" });
  const cache = createIndexCache({ create: createThemeIndex, maxBytes: 1e9, load: source.load });
  const first = await cache.get(1, "v1");
  expect(await cache.get(1, "v1")).toBe(first);
  expect(source.fetched).toEqual(["a", "b"]);
});

test("fetches only new segments, and drops deleted ones before the next question", async () => {
  const source = createSource(STORED);
  source.themes.set(1, { 1: "a", 2: "b" });
  const cache = createIndexCache({ create: createThemeIndex, maxBytes: 1e9, load: source.load });
  await cache.get(1, "v1");
  source.themes.set(1, { 2: "b", 3: "c" });
  const index = await cache.get(1, "v2");
  expect(source.fetched).toEqual(["a", "b", "c"]);
  expect(index.search("leave", { limit: 5 }).hits.map(({ document }) => document)).toEqual([3]);
});

test("replaces the old version of a document", async () => {
  const source = createSource(STORED);
  source.themes.set(1, { 1: "a" });
  const cache = createIndexCache({ create: createThemeIndex, maxBytes: 1e9, load: source.load });
  await cache.get(1, "v1");
  source.themes.set(1, { 1: "b" });
  const index = await cache.get(1, "v2");
  expect(index.search("annual leave", { limit: 5 }).hits).toEqual([]);
  expect(index.search("travel", { limit: 5 }).hits).toHaveLength(1);
});

test("finds both of two documents with the same segment", async () => {
  const source = createSource(STORED);
  source.themes.set(1, { 1: "a", 2: "a" });
  const cache = createIndexCache({ create: createThemeIndex, maxBytes: 1e9, load: source.load });
  const index = await cache.get(1, "v1");
  expect(index.search("leave", { limit: 5 }).hits.map(({ document }) => document)).toEqual([1, 2]);
});

test("shares one load between concurrent questions", async () => {
  const source = createSource(STORED);
  source.themes.set(1, { 1: "a", 2: "b" });
  const cache = createIndexCache({ create: createThemeIndex, maxBytes: 1e9, load: source.load });
  const indexes = await Promise.all([cache.get(1, "v1"), cache.get(1, "v1"), cache.get(1, "v1")]);
  expect(new Set(indexes).size).toBe(1);
  expect(source.fetched).toEqual(["a", "b"]);
});

test("starts over after a failed load", async () => {
  const stored: Record<string, Uint8Array> = { ...STORED };
  const source = createSource(stored);
  source.themes.set(1, { 1: "a", 2: "missing" });
  const cache = createIndexCache({ create: createThemeIndex, maxBytes: 1e9, load: source.load });
  const asked = await Promise.allSettled([cache.get(1, "v1"), cache.get(1, "v1")]);
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(cache.themes).toBe(0);
  stored["missing"] = segmentOf("sick leave");
  const index = await cache.get(1, "v1");
  expect(index.search("leave", { limit: 5 }).hits).toHaveLength(2);
});

test("finds the new text of a document that changes while its theme loads", async () => {
  const source = createSource(STORED);
  source.themes.set(1, { 1: "a", 2: "b" });
  const load = (theme: number): LoadTheme<string, Uint8Array> => ({
    contents: source.load(theme).contents,
    async *segments(keys) {
      for await (const part of source.load(theme).segments(keys)) {
        if (part.segment === "b") source.themes.set(1, { 1: "a", 2: "c" });
        else yield part;
      }
    },
  });
  const cache = createIndexCache({ create: createThemeIndex, maxBytes: 1e9, load });
  const index = await cache.get(1, "v1");
  expect(index.search("leave", { limit: 5 }).hits.map(({ document }) => document)).toEqual([1, 2]);
});

test("answers with neither old nor partial documents after a failed update", async () => {
  const source = createSource(STORED);
  source.themes.set(1, { 1: "a" });
  const cache = createIndexCache({ create: createThemeIndex, maxBytes: 1e9, load: source.load });
  await cache.get(1, "v1");
  source.themes.set(1, { 2: "c", 3: "absent" });
  await expect(cache.get(1, "v2")).rejects.toThrow("no absent");
  source.themes.set(1, { 2: "c" });
  const index = await cache.get(1, "v3");
  expect([...index.documents]).toEqual([2]);
});

test("leaves out a document whose segment is damaged until it has another one", async () => {
  const source = createSource({ ...STORED, broken: STORED.b.slice(0, 20) });
  const cache = createIndexCache({ create: createThemeIndex, maxBytes: 1e9, load: source.load });
  source.themes.set(1, { 2: "c", 3: "broken" });
  const damaged = await cache.get(1, "v1");
  expect([...damaged.documents]).toEqual([2]);
  expect(damaged.search("anything", { limit: 1 }).unreadable).toEqual([3]);
  expect(damaged.search("anything", { limit: 1, documents: new Set([2]) }).unreadable).toEqual([]);
  source.themes.set(1, { 2: "c", 3: "b" });
  const whole = await cache.get(1, "v2");
  expect(new Set(whole.documents)).toEqual(new Set([2, 3]));
  expect(whole.search("anything", { limit: 1 }).unreadable).toEqual([]);
});

test("evicts the least recently used themes when memory is short", async () => {
  const source = createSource(STORED);
  for (const theme of [1, 2, 3]) source.themes.set(theme, { 1: "a" });
  const probe = createIndexCache({ create: createThemeIndex, maxBytes: 1e9, load: source.load });
  const one = (await probe.get(1, "v")).bytes;
  const cache = createIndexCache({ create: createThemeIndex, maxBytes: 2.5 * one, load: source.load });
  for (const theme of [1, 2, 1, 3]) await cache.get(theme, "v");
  source.fetched.length = 0;
  await cache.get(1, "v");
  expect(source.fetched).toEqual([]);
  await cache.get(2, "v");
  expect(source.fetched).toEqual(["a"]);
  expect(cache.bytes).toBeLessThanOrEqual(2.5 * one);
  const tiny = createIndexCache({ create: createThemeIndex, maxBytes: 1, load: source.load });
  expect((await tiny.get(1, "v")).passages).toBe(1);
});

test("rebuilds a theme that is emptied repeatedly", async () => {
  const source = createSource(STORED);
  const cache = createIndexCache({ create: createThemeIndex, maxBytes: 1e9, load: source.load });
  let most = 0;
  for (let change = 0; change < 200; change++) {
    source.themes.set(1, change % 2 ? { 1: "a" } : { 2: "b" });
    most = Math.max(most, (await cache.get(1, `v${change}`)).bytes);
  }
  const fresh = createIndexCache({ create: createThemeIndex, maxBytes: 1e9, load: source.load });
  expect(most).toBeLessThan(3 * (await fresh.get(1, "v")).bytes);
});

test("yields to other work while a large theme loads", async () => {
  const words = Array.from({ length: 400 }, (_, word) => `word${word * 7919}`);
  const passages = Array.from({ length: 400 }, (_, passage) => ({
    section: "",
    text: Array.from({ length: 60 }, (_, index) => words[(passage * 31 + index * index) % 400]).join(" "),
  }));
  const stored = { big: buildSegment({ title: "Big", passages }) };
  const source = createSource(stored);
  source.themes.set(1, Object.fromEntries(Array.from({ length: 40 }, (_, document) => [document, "big"])));
  const cache = createIndexCache({ create: createThemeIndex, maxBytes: 1e9, load: source.load });
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await cache.get(1, "v1");
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});
