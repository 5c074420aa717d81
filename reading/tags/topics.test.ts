import { expect, test } from "vitest";

import { readTxt } from "#reading/extract/plain/txt.ts";
import { suggestTags } from "./tags.ts";

const topicsOf = async (text: string) =>
  suggestTags(await readTxt(Buffer.from(text)), "document.txt").topicTags;

test("a topic ends in a noun and begins with no adverb", async () => {
  const text =
    "Costs are partially offset by this. Terms are expressly stated here. Data is readily available to all. The waiting period is long. ";
  expect(await topicsOf(text.repeat(4))).toEqual(["waiting period"]);
});

test("a defined term is a topic when its words are ordinary, a name is none", async () => {
  const text =
    "Confidential Information is safe. What is confidential, and which information, is in here. Hollis Marrow signs. ";
  expect(await topicsOf(text.repeat(4))).toEqual(["confidential information"]);
});

test("singular and plural are one topic, written as the text writes it most", async () => {
  const text =
    "An overdraft fee is charged. We waive overdraft fees in spring. Overdraft fees are listed, and no overdraft fees are hidden.";
  expect(await topicsOf(text)).toEqual(["overdraft fees"]);
});

test("what one appendix of a long document repeats is no topic of the whole", async () => {
  const filler = (at: number) =>
    `Paragraph ${at} says that a credit rating is reviewed by somebody each spring. `;
  const body = Array.from({ length: 1_000 }, (_, at) => filler(at)).join("\n\n");
  const appendix = "The deferral election is made once. ".repeat(60);
  const topics = await topicsOf(`${body}\n\n${appendix}`);
  expect(topics).toContain("credit rating");
  expect(topics).not.toContain("deferral election");
});
