import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { getRecordProof } from "#contract/evidence/record.ts";
import type { Reading, ReadPassage } from "#engine/models/reader/reading.ts";
import { passageReader } from "#server/models/reader/passage-reader.ts";
import { observedIn } from "#server/operation/metrics/observed.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { ask } from "#testing/ask.ts";
import { buildTheme } from "#testing/documents.ts";

let app: TestApp;
let own: ReturnType<typeof passageReader.of>;
beforeAll(async () => {
  app = await startTestApp({ env: { READER: "on" } });
  own = passageReader.of(app.services);
});
afterEach(() => passageReader.open(app.services, own));
afterAll(() => app.close());

async function themeOf(text: string) {
  const { admin } = await buildCompany(app);
  const { theme } = await buildTheme(admin, { text });
  const askFor = async (userQuery: string) =>
    (await admin.call(ask, { themeId: theme.id, userQuery, sessionId: "s" })).body;
  const leadFor = async (userQuery: string) => {
    const [lead] = (await askFor(userQuery)).citations;
    return lead?.answering.map(({ start, end }) => lead.quote.slice(start, end));
  };
  /** The reader that an answer's manifest names. */
  const readerOf = async ({ interactionId }: { interactionId: number }) => {
    const { body: proof } = await admin.call(getRecordProof, { interactionId });
    const { chosenBy } = JSON.parse(proof.manifest.content ?? "{}") as {
      chosenBy: { reader: string | null };
    };
    return chosenBy.reader;
  };
  const countRead = async () => {
    const figures = await app.services.metrics.read(observedIn(app.services));
    return figures("footnote_reader_questions_total", { outcome: "read" }) ?? 0;
  };
  return { services: app.services, askFor, leadFor, readerOf, countRead };
}

const [first, second] = ["Laptops go to branch one.", "Laptops go to branch two."];
const question = "Where do laptops go?";

test("the sentence that the reader prefers leads", async () => {
  const { services, leadFor } = await themeOf(`Laptops\n\n${first} ${second}\n`);
  const asked: string[] = [];
  const prefer = (sentence: string) =>
    passageReader.open(services, {
      name: "reader@test",
      read: (_owner, text: string, passages: ReadPassage[]) => {
        asked.push(text);
        return Promise.resolve(passages.map((passage) => readingOf(passage, sentence)));
      },
      check: () => Promise.resolve(),
      close: () => Promise.resolve(),
    });
  prefer(first);
  expect(await leadFor(question)).toEqual([first]);
  prefer(second);
  expect(await leadFor(question)).toEqual([second]);
  expect(asked).toEqual([question, question]);
});

test("the record names the reader that took part, and none where words alone chose", async () => {
  const { services, askFor, readerOf } = await themeOf(`Laptops\n\n${first} ${second}\n`);
  let isLate = false;
  passageReader.open(services, {
    name: "reader@test",
    read: (_owner, _text, passages: ReadPassage[]) =>
      Promise.resolve(isLate ? null : passages.map((passage) => readingOf(passage, second))),
    check: () => Promise.resolve(),
    close: () => Promise.resolve(),
  });
  expect(await readerOf(await askFor(question))).toBe("reader@test");
  isLate = true;
  expect(await readerOf(await askFor(question))).toBeNull();
});

test("a question that is read keeps no other from its answer", async () => {
  const { services, leadFor } = await themeOf(`Laptops\n\n${first} ${second}\n`);
  const read = Promise.withResolvers<null>();
  let asked = 0;
  passageReader.open(services, {
    name: "reader@test",
    read: () => ((asked += 1) > 2 ? Promise.resolve(null) : read.promise),
    check: () => Promise.resolve(),
    close: () => Promise.resolve(),
  });
  // as many as a company may have answered at the same time
  const slow = [leadFor(question), leadFor(question)];
  await expect.poll(() => asked).toBe(2);
  expect(await leadFor(question)).toEqual([expect.stringContaining(first)]);
  read.resolve(null);
  expect(await Promise.all(slow)).toHaveLength(2);
});

test("while questions wait for their turn, nothing is read", async () => {
  const { services, leadFor } = await themeOf(`Laptops\n\n${first} ${second}\n`);
  let asked = 0;
  passageReader.open(services, {
    name: "reader@test",
    read: () => Promise.resolve(((asked += 1), null)),
    check: () => Promise.resolve(),
    close: () => Promise.resolve(),
  });
  const { questions } = services.turns;
  const other = (person: number) => questions.acquire({ company: 1_000_000, person });
  const held = [await other(1), await other(2)];
  const waiting = other(3);
  expect(await leadFor(question)).toEqual([expect.stringContaining(first)]);
  expect(asked).toBe(0);
  for (const release of held) release();
  (await waiting)();
  expect(await leadFor(question)).toEqual([expect.stringContaining(first)]);
  expect(asked).toBe(1);
});

function readingOf({ text }: ReadPassage, preferred: string): Reading {
  const units = [first, second].map((sentence) => {
    const start = text.indexOf(sentence);
    return { start, end: start + sentence.length, score: sentence === preferred ? 9 : -9 };
  });
  return { score: 9, units };
}

test("the program's own reader reads a question's passages, once it has loaded", async () => {
  const { leadFor, countRead } = await themeOf(`Laptops\n\n${first} ${second}\n`);
  const before = await countRead();
  await expect
    .poll(async () => {
      await leadFor(question);
      return countRead();
    })
    .toBeGreaterThan(before);
});

test("documents in a language that it hasn't learned are left to words", async () => {
  const ausweis =
    "Der Ausweis gilt ein Jahr. Für einen verlorenen Ausweis zahlt man eine Gebühr von 8 Euro. ";
  const { leadFor, countRead } = await themeOf(`Hausordnung der Bibliothek\n\n${ausweis.repeat(4)}`);
  const before = await countRead();
  expect(await leadFor("Was kostet ein verlorener Ausweis?")).not.toEqual([]);
  expect(await countRead()).toBe(before);
});
