import { expect, test } from "vitest";

import { readTxt } from "#reading/extract/plain/txt.ts";
import { suggestTags } from "./tags.ts";

const topicsOf = async (text: string) =>
  suggestTags(await readTxt(Buffer.from(text)), "document.txt").topicTags;

test("accepts topics that end in a noun and begin with no adverb", async () => {
  const text =
    "Costs are partially offset by this. Terms are expressly stated here. Data is readily available to all. The waiting period is long. ";
  expect(await topicsOf(text.repeat(4))).toEqual(["waiting period"]);
});

test("takes defined terms of ordinary words for topics, but no names", async () => {
  const text =
    "Confidential Information is safe. What is confidential, and which information, is in here. Hollis Marrow signs. ";
  expect(await topicsOf(text.repeat(4))).toEqual(["confidential information"]);
});

test("merges singular and plural topics in the most frequent spelling", async () => {
  const text =
    "An overdraft fee is charged. We waive overdraft fees in spring. Overdraft fees are listed, and no overdraft fees are hidden.";
  expect(await topicsOf(text)).toEqual(["overdraft fees"]);
});

test("ignores topics of a single appendix in a long document", async () => {
  const filler = (at: number) =>
    `Paragraph ${at} says that a credit rating is reviewed by somebody each spring. `;
  const body = Array.from({ length: 1_000 }, (_, at) => filler(at)).join("\n\n");
  const appendix = "The deferral election is made once. ".repeat(60);
  const topics = await topicsOf(`${body}\n\n${appendix}`);
  expect(topics).toContain("credit rating");
  expect(topics).not.toContain("deferral election");
});
