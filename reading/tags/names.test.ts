import { expect, test } from "vitest";

import { readTxt } from "#reading/extract/plain/txt.ts";
import { suggestTags } from "./tags.ts";

const namesOf = async (text: string, name = "document.txt") => {
  const tags = suggestTags(await readTxt(Buffer.from(text)), name);
  return { partners: tags.distributionPartnerTags, products: tags.productTags };
};

test("does not take the author of a report, or its namesakes, for a partner", async () => {
  const cover =
    "FORM 10-K\n\nBrightwater Holdings, Inc.\n(Exact name of registrant as specified in its charter)";
  const text =
    "Notes are issued by Brightwater Holdings and sold through Brightwater Securities. Loans are sold by Brightwater Holdings; accounts are offered by Brightwater Securities. Cards are issued by Quarry National Bank, and Quarry National Bank services them.";
  expect((await namesOf(`${cover}\n\n${text}`)).partners).toEqual(["Quarry National Bank"]);
});

test("does not take 'we' or the letterhead's company for a partner", async () => {
  const letter =
    "Larkfield Bank, N.A.\n\n“We,” “us” and “our” mean Tallow Credit Union. Loans are offered by Tallow Credit Union and by Larkfield Bank. Loans are serviced by Tallow Credit Union and by Larkfield Bank.";
  expect((await namesOf(letter)).partners).toEqual([]);
});

test("takes a company for a partner if the text says that it sells, insures or works with a party", async () => {
  const text =
    "Claims were once sent to Fenwick Storage LLC. Mail goes to Fenwick Storage LLC too.\n\nThe cover is underwritten by Granite Peak Mutual and sold by agents of Lakeshore Insurance Brokers. Granite Peak Mutual pays, and Lakeshore Insurance Brokers writes to you.";
  expect((await namesOf(text)).partners.toSorted()).toEqual([
    "Granite Peak Mutual",
    "Lakeshore Insurance Brokers",
  ]);
});

test("takes an agreement's distributor for a partner", async () => {
  const text =
    'DISTRIBUTION AGREEMENT\n\nThis agreement is made between Alpenrose Biologics, Inc. (the "Company") and Harrow Medical Supply LLC (the "Distributor").\n\nThe Company appoints Harrow Medical Supply LLC. Payments by Alpenrose Biologics, Inc. are due monthly.';
  expect((await namesOf(text)).partners).toEqual(["Harrow Medical Supply LLC"]);
});

test("splits two companies joined by 'and'", async () => {
  const text =
    "Gift cards are sold by Northmoor Supply Group and Copper Lane Stores LLC. Each card of Northmoor Supply Group and Copper Lane Stores LLC is numbered.";
  expect((await namesOf(text)).partners).toEqual(["Northmoor Supply Group", "Copper Lane Stores LLC"]);
});

test("reads partners from a column named so", async () => {
  const text =
    "Partner | Model\nNorthmoor Supply Group | resale\nCopper Lane Stores LLC | commission\n\nRates hold for Northmoor Supply Group and for Copper Lane Stores LLC.";
  const { partners } = suggestTagsOfRows(text);
  expect(partners.toSorted()).toEqual(["Copper Lane Stores LLC", "Northmoor Supply Group"]);
});

test("takes a brand for a product when it is bought, used or prescribed", async () => {
  const text =
    "Doctors prescribe Veltoria (nambutinib) once a day. Sales of Veltoria grew, and the use of Veltoria is limited to adults. The phone is a Lumo; a pharmacy may sell Veltoria and Onzafir. Sales of Veltoria and Onzafir doubled. We thank Doctor Hale, who met Hale in spring.";
  expect((await namesOf(text)).products).toEqual(["Veltoria", "Onzafir"]);
});

test("recognizes a product whose name begins with a small letter", async () => {
  const text = "Sales of zPad rose. Customers buy the zPad online, and the zPad is sold in stores.";
  expect((await namesOf(text)).products).toEqual(["zPad"]);
});

test("does not take plurals for product names", async () => {
  const text =
    "A firm may offer Sukuk Units. It sells Sukuk Units to clients and buys each Sukuk Unit back. The price of Sukuk Units is set daily. An investor may hold a Takaful Fund; a firm that offers a Takaful Fund must tell us, and no Takaful Fund is sold twice.";
  expect((await namesOf(text)).products).toEqual([]);
});

test("does not take names that always have an article for products", async () => {
  const text =
    "Partners may use the Emblem. They use the Emblem on paper, and whoever uses the Emblem is listed. Use of the Emblem is free.";
  expect((await namesOf(text)).products).toEqual([]);
});

test("does not take a company's internal offers for products", async () => {
  const text =
    "Each participant in the Hollis Savings Plan is vested. Employees may buy shares under the Hollis Savings Plan, and benefits under the Hollis Savings Plan are paid monthly.";
  expect((await namesOf(text)).products).toEqual([]);
});

/** A table in the form of the Word and PDF readers. */
function suggestTagsOfRows(text: string) {
  const [table = "", prose = ""] = text.split("\n\n");
  const rows = table.split("\n");
  let start = 0;
  const blocks = rows.map((row) => {
    const block = { type: "table_row" as const, start, end: start + row.length };
    start += row.length + 1;
    return block;
  });
  const page = {
    number: 1,
    label: null,
    text,
    blocks: [...blocks, { type: "paragraph" as const, start: start + 1, end: start + 1 + prose.length }],
  };
  const tags = suggestTags({ pages: [page], title: null, language: "en" }, "rates.pdf");
  return { partners: tags.distributionPartnerTags };
}
