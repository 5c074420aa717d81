import { expect, test } from "vitest";
import type { Encoder } from "#engine/models/encoder.ts";

/** Texts as real documents and users contain them. */
const difficult = [
  "",
  "   ",
  "\u0000\u0007",
  "日本語の規則",
  "🧾".repeat(50),
  "a".repeat(200_000),
  "fee ".repeat(50_000),
  "[CLS] [SEP] <|endoftext|>",
  "\uD800 half a character",
];
const passage = "Customers may return the goods within thirty days and get their money back.";
const others = [
  "The pilot must check the engine oil before each flight.",
  "Minutes of the annual meeting, 2019.",
];

/** The contract of every encoder, whatever runs it. If `isThere` is false, a line says so and no test runs. */
export function testCompliance(name: string, open: () => Promise<Encoder>, isThere = true): void {
  if (!isThere)
    process.stdout.write(`Skipped: ${name} is not here, so it is not tested against the contract.\n`);
  const check = (promise: string, run: (encoder: Encoder) => Promise<void>) =>
    test.skipIf(!isThere)(`${name} ${promise}`, async () => run(await open()));
  const never = new AbortController().signal;
  const encode = (encoder: Encoder, ...texts: string[]) => encoder.encode(texts, "passage", never);

  check("gives a vector of length 1 for each text, in order", async (encoder) => {
    const vectors = await encode(encoder, passage, ...others);
    expect(vectors).toHaveLength(3);
    const dimension = encoder.dimension ?? vectors[0]?.length;
    for (const vector of vectors) {
      expect(vector).toBeInstanceOf(Float32Array);
      expect(vector).toHaveLength(dimension ?? -1);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
    }
    expect((await encode(encoder, ...others.toReversed()))[1]).toEqual(vectors[1]);
    expect(await encode(encoder)).toEqual([]);
  });

  check("gives a text the same vector in any batch, and during other calls", async (encoder) => {
    const [alone] = await encode(encoder, passage);
    const groups = await Promise.all([
      encode(encoder, "A much longer neighbor. ".repeat(40), passage),
      encode(encoder, "x", passage, "y"),
      encoder.encode([passage], "passage", never),
    ]);
    expect(groups[0]?.[1]).toEqual(alone);
    expect(groups[1]?.[1]).toEqual(alone);
    expect(groups[2]?.[0]).toEqual(alone);
  });

  check("puts a question nearer to its answer than to other topics", async (encoder) => {
    const [question] = await encoder.encode(["Can I get a refund for returned goods?"], "question", never);
    const near = (await encode(encoder, passage, ...others)).map((vector) =>
      vector.reduce((sum, value, index) => sum + value * (question?.[index] ?? 0), 0),
    );
    expect(near[0]).toBeGreaterThan(Math.max(near[1] ?? 1, near[2] ?? 1));
  });

  check("reads anything a document may contain, in bounded time", async (encoder) => {
    const began = performance.now();
    for (const vector of await encode(encoder, ...difficult))
      for (const value of vector)
        if (!Number.isFinite(value)) expect.fail("a number of a vector is not finite");
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  check("ends with the reason of a signal that aborted", async (encoder) => {
    const reason = new Error("nobody waits any more");
    await expect(encoder.encode([passage], "passage", AbortSignal.abort(reason))).rejects.toThrow(
      reason.message,
    );
  });
}
