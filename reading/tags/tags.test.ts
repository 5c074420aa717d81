import { expect, test } from "vitest";

import { readTxt } from "#reading/extract/plain/txt.ts";
import { suggestTags } from "./tags.ts";

const tagsOf = async (text: string, name = "document.txt") =>
  suggestTags(await readTxt(Buffer.from(text)), name);

test("tells partners and products apart by their words", async () => {
  const text =
    "The Golden Years Annuity is distributed by Harbor Trust Bank. Ask Harbor Trust Bank for the Golden Years Annuity.\n\nThe Golden Years Annuity pays monthly. Harbor Trust Bank keeps records.";
  const { distributionPartnerTags, productTags } = await tagsOf(text);
  expect(distributionPartnerTags).toEqual(["Harbor Trust Bank"]);
  expect(productTags).toEqual(["Golden Years Annuity"]);
});

test("does not take general contract terms for products", async () => {
  const { productTags, distributionPartnerTags } = await tagsOf(
    "The Policy and this Plan bind the Company. The Policy ends. The Insurance Company pays. The Plan pays. The Company pays.",
  );
  expect([...productTags, ...distributionPartnerTags]).toEqual([]);
});

test("suggests recurring phrases as topics, headings first, six at most", async () => {
  const text = `1. Waiting Period\n\nThe waiting period is thirty days. After the waiting period benefits begin.\n\n2. Late Payment\n\nA late payment ends coverage. Each late payment is charged.\n\n${"Random filler sentence about nothing. ".repeat(3)}`;
  const { topicTags } = await tagsOf(text);
  expect(topicTags.slice(0, 2).sort()).toEqual(["late payment", "waiting period"]);
  expect(topicTags.length).toBeLessThanOrEqual(6);
});

test("suggests few tags without duplicates", async () => {
  const many = Array.from(
    { length: 30 },
    (_, index) => `The Plan ${index} Savings Account is offered. The Plan ${index} Savings Account pays.`,
  ).join(" ");
  for (const group of Object.values(await tagsOf(many))) {
    expect(group.length).toBeLessThanOrEqual(6);
    expect(new Set(group.map((tag: string) => tag.toLowerCase())).size).toBe(group.length);
  }
});

test("does not take kinds of documents or ordinary words for products", async () => {
  const text =
    "Return Policy\n\nUnder the Return Policy you may return a product within thirty days. The Return Policy covers returns of each product.\n\nThe Share Repurchase Program ends in May. Under the Share Repurchase Program the company may repurchase shares; the program is described below.";
  const { productTags, distributionPartnerTags } = await tagsOf(text, "return-policy.txt");
  expect([...productTags, ...distributionPartnerTags]).toEqual([]);
});

test("ignores names in all-caps headings unless a sentence confirms them", async () => {
  const text =
    "Unregistered Sales of Equity Securities\n\nNothing is to be told here.\n\nUnregistered Sales of Equity Securities\n\nNothing is to be told here either.\n\nUnregistered Sales of Equity Securities";
  expect((await tagsOf(text)).distributionPartnerTags).toEqual([]);
});

test("prefers the longer of two nested phrases", async () => {
  const text = "The consolidated financial statements are attached. ".repeat(6);
  expect((await tagsOf(`${text}The auditor read them.`)).topicTags).toEqual([
    "consolidated financial statements",
  ]);
});

test("does not take signatories or stock exchanges for partners", async () => {
  const text =
    "Terms are offered by Vice President Dana Hill and through Nasdaq Stock Market LLC. Bonds are sold by Vice President Dana Hill, and listed through Nasdaq Stock Market LLC. The plan is sold by Harbor Retail Group; the plan is offered by Harbor Retail Group.";
  const { distributionPartnerTags } = await tagsOf(text);
  expect(distributionPartnerTags).toEqual(["Harbor Retail Group"]);
});
