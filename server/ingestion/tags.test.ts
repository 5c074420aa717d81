import { expect, test } from "vitest";

import { readTxt } from "./extract/txt.ts";
import { suggestTags } from "./tags.ts";

const tagsOf = async (text: string, name = "document.txt") =>
  suggestTags(await readTxt(Buffer.from(text)), name);

test("states are found by name and by code only in context", async () => {
  const { stateTags } = await tagsOf(
    "This rider is available in California. In Texas a notice applies. California residents may cancel.\nOur office: Sacramento, CA 95814. Check in or out; OK, call me. Portland, OR 97201.",
  );
  expect(stateTags).toEqual(expect.arrayContaining(["California", "Texas", "Oregon"]));
  expect(stateTags).not.toEqual(expect.arrayContaining(["Indiana", "Oklahoma", "Maine"]));
});

test("words that only look like states are none", async () => {
  const { stateTags } = await tagsOf(
    "Shares trade on the New York Stock Exchange. George Washington slept here. in or me ok hi",
  );
  expect(stateTags).toEqual([]);
});

test("a list of codes and a capital city are understood", async () => {
  expect((await tagsOf("Available in CA, NV and OR. Filed in Washington, D.C. today.")).stateTags).toEqual(
    expect.arrayContaining(["California", "Nevada", "Oregon", "District of Columbia"]),
  );
});

test("partners and products are told apart by their own words", async () => {
  const text =
    "The Golden Years Annuity is distributed by Harbor Trust Bank. Ask Harbor Trust Bank for the Golden Years Annuity.\n\nThe Golden Years Annuity pays monthly. Harbor Trust Bank keeps records.";
  const { distributionPartnerTags, productTags } = await tagsOf(text);
  expect(distributionPartnerTags).toEqual(["Harbor Trust Bank"]);
  expect(productTags).toEqual(["Golden Years Annuity"]);
});

test("terms of every contract are no products", async () => {
  const { productTags, distributionPartnerTags } = await tagsOf(
    "The Policy and this Plan bind the Company. The Policy ends. The Insurance Company pays. The Plan pays. The Company pays.",
  );
  expect([...productTags, ...distributionPartnerTags]).toEqual([]);
});

test("topics are phrases that recur, headings first, at most eight", async () => {
  const text = `1. Waiting Period\n\nThe waiting period is thirty days. After the waiting period benefits begin.\n\n2. Late Payment\n\nA late payment ends coverage. Each late payment is charged.\n\n${"Random filler sentence about nothing. ".repeat(3)}`;
  const { topicTags } = await tagsOf(text);
  expect(topicTags.slice(0, 2).sort()).toEqual(["late payment", "waiting period"]);
  expect(topicTags.length).toBeLessThanOrEqual(8);
});

test("tags are few and never repeat", async () => {
  const many = Array.from(
    { length: 30 },
    (_, index) => `The Plan ${index} Savings Account is offered. The Plan ${index} Savings Account pays.`,
  ).join(" ");
  for (const group of Object.values(await tagsOf(many))) {
    expect(group.length).toBeLessThanOrEqual(8);
    expect(new Set(group.map((tag: string) => tag.toLowerCase())).size).toBe(group.length);
  }
});
