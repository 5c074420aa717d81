import { expect, test } from "vitest";
import { buildSegment } from "#engine/index/segment.ts";
import type { Found } from "#engine/ranked.ts";
import { createThemeIndex } from "#engine/theme-index.ts";
import { languageOf } from "#engine/text/language.ts";

/** Where documents of one theme are searched. */
export type SearchedTheme = {
  search(question: string, options: { limit: number; documents?: ReadonlySet<number> }): Promise<Found>;
};
export type ThemeDocuments = ReadonlyMap<number, Uint8Array>;

const subjects = ["refund", "deposit", "travel", "laptop", "vacation", "complaint", "invoice", "warranty"];
const texts = (subject: string, number: number) => [
  `A ${subject} is granted within ${number + 10} days of the request.`,
  `The ${subject} form must be signed by the manager, and a copy of the ${subject} stays in the file.`,
  `Section 4.${number} applies. Fees of a ${subject} are listed in Annex ${number}.`,
  `Employees report every ${subject} to the office. Late reports of a ${subject} are declined.`,
];

/** Sixty-four documents with headings, numbers, a hostile word and another language. */
export function complianceDocuments(): Map<number, Uint8Array> {
  const documents = Array.from({ length: 64 }, (_, number) => {
    const subject = subjects[number % subjects.length] ?? "";
    const other = subjects[(number * 3 + 1) % subjects.length] ?? "";
    return {
      title: `${subject[0]?.toUpperCase()}${subject.slice(1)} policy ${number}`,
      passages: [...texts(subject, number), ...texts(other, number)].map((text, index) => ({
        text,
        section: `${number + 1}.${index} ${index < 4 ? subject : other} › Details`,
      })),
    };
  });
  const segments = new Map(documents.map((document, index) => [index + 1, buildSegment(document)]));
  const konto = {
    title: "Kontoordnung",
    passages: [
      { text: "Die Kontoschließung ist kostenlos. Das Kontolimit beträgt 500 Euro.", section: "Konto" },
      { text: `${"x".repeat(40_000)} ~0 a.b~1 100% "quoted" \\ end`, section: "" },
    ],
  };
  segments.set(100, buildSegment(konto, languageOf("de")));
  segments.set(101, buildSegment({ title: "", passages: [] }));
  return segments;
}

const questions = [
  "How many days does a refund take?",
  "Who signs the travel form?",
  "In the warranty policy 7, what are the fees?",
  "What does section 4.12 say?",
  "Section 3.2",
  "Annex 9",
  "late reports of a complaint",
  "refnd of the depsoit",
  "zebra",
  "",
  "Wie schließe ich mein Konto?",
  "x".repeat(40_000),
  'a.b~1 "quoted" \\ OR *:*',
  "deposit laptop vacation invoice complaint warranty refund travel fees days manager office",
];

/**
 * The contract of every search of a theme: the index in memory is the measure. If `open` is null, a line says so and no test
 * runs.
 */
export function testSearchCompliance(
  name: string,
  open: ((documents: ThemeDocuments) => Promise<SearchedTheme>) | null,
): void {
  if (open === null)
    process.stdout.write(`Skipped: ${name} is not here, so it is not tested against the contract.\n`);
  const check = (
    promise: string,
    run: (open: (documents: ThemeDocuments) => Promise<SearchedTheme>) => Promise<void>,
  ) =>
    test.skipIf(open === null)(`${name} ${promise}`, async () => {
      if (open !== null) await run(open);
    });
  const inMemory = (documents: ThemeDocuments) => {
    const index = createThemeIndex();
    for (const [document, segment] of documents) index.add(document, segment);
    return index;
  };
  const rounded = ({ hits, ...found }: Found) => ({
    ...found,
    hits: hits.map(({ score, coverage, proximity, ...hit }) => ({
      ...hit,
      ...{ score: score.toFixed(3), coverage: coverage.toFixed(3), proximity: proximity.toFixed(3) },
    })),
  });

  check("finds what the index in memory finds, in its order and with its scores", async (opened) => {
    const documents = complianceDocuments();
    const memory = inMemory(documents);
    const theme = await opened(documents);
    for (const question of questions) {
      const expected = rounded(memory.search(question, { limit: 10 }));
      expect(rounded(await theme.search(question, { limit: 10 })), question.slice(0, 80)).toEqual(expected);
    }
  });

  check("finds only in the chosen documents, with the rarity of the whole theme", async (opened) => {
    const all = complianceDocuments();
    const memory = inMemory(all);
    const theme = await opened(all);
    for (const chosen of [new Set([3]), new Set([1, 9, 17, 100]), new Set([999]), new Set<number>()])
      for (const question of questions.slice(0, 8)) {
        const options = { limit: 5, documents: chosen };
        expect(rounded(await theme.search(question, options))).toEqual(
          rounded(memory.search(question, options)),
        );
      }
  });

  check("scores alike whatever a neighboring theme holds", async (opened) => {
    const few = new Map([...complianceDocuments()].slice(0, 12));
    const before = rounded(
      await (await opened(few)).search("How many days does a refund take?", { limit: 10 }),
    );
    await opened(
      new Map(
        Array.from({ length: 40 }, (_, index) => [
          5_000 + index,
          buildSegment({
            title: "Refund",
            passages: [{ text: "refund days take ".repeat(20), section: "" }],
          }),
        ]),
      ),
    );
    const after = rounded(
      await (await opened(few)).search("How many days does a refund take?", { limit: 10 }),
    );
    expect(after).toEqual(before);
  });

  check("leaves a damaged document out and says so", async (opened) => {
    const documents = new Map([...complianceDocuments()].slice(0, 5));
    documents.set(50, new Uint8Array([1, 2, 3]));
    const found = await (await opened(documents)).search("How many days does a refund take?", { limit: 3 });
    expect(found.unreadable).toEqual([50]);
    expect(found.hits.length).toBeGreaterThan(0);
  });

  check("finds nothing in an empty theme", async (opened) => {
    const found = await (await opened(new Map())).search("refund", { limit: 3 });
    expect(found).toMatchObject({ hits: [], documents: 0, passages: 0 });
  });
}
