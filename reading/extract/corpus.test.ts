import { dirname } from "node:path";
import { afterAll, expect, test } from "vitest";
import { setAt } from "#testing/sets.ts";
import { isWanted, listCorpus } from "../child/corpus-wanted.ts";
import { createExtractionPool } from "#reading/child/pool.ts";

/** The error-prone kinds; `npm run bench -- extraction` checks every file. */
const KINDS = new Set(["hostile", "pw", "ownerpw", "wrongext", "damaged", "empty", "scan"]);
const corpus = setAt("corpus", "the corpus of bad files");
const files = (corpus === null ? [] : listCorpus(dirname(corpus))).filter(
  ({ kind, name }) => KINDS.has(kind) || (kind === "attack" && name.startsWith("hostile-")),
);

/**
 * Twice the promised time, since other tests use the processors too; `npm run bench -- extraction` enforces ten seconds.
 */
const hostileMs = 20_000;

const pool = createExtractionPool({ size: 2 });
afterAll(() => pool.close());

test.skipIf(files.length === 0)(
  "every hostile file ends as its manifest expects, within its limits and with a reason, and this process is unaffected",
  async () => {
    const before = process.memoryUsage.rss();
    const results = await Promise.all(
      files.map(async (file) => ({ file, result: await pool.extract(file) })),
    );
    const wrong = results.filter(({ file, result }) => {
      const inBounds =
        result.milliseconds < (file.hostile ? hostileMs : 30_000) && result.peakBytes < 512 * 1024 * 1024;
      const said = result.ok || /^[A-Z].+\.$/.test(result.failure.message);
      return !(inBounds && said && isWanted(file.wanted, result));
    });
    expect(
      wrong.map(
        ({ file, result }) =>
          `${file.name}: wanted ${file.wanted}, got ${JSON.stringify(result).slice(0, 200)}`,
      ),
    ).toEqual([]);
    expect(process.memoryUsage.rss() - before).toBeLessThan(128 * 1024 * 1024);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  },
  240_000,
);
