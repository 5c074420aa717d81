import { expect, test } from "vitest";

import { readTxt } from "#reading/extract/plain/txt.ts";
import { suggestTags } from "./tags.ts";

const statesOf = async (text: string, name = "document.txt") =>
  suggestTags(await readTxt(Buffer.from(text)), name).stateTags;

test("states are found by name and by code only in context", async () => {
  const states = await statesOf(
    "This rider is available in California. In Texas a notice applies. CA residents may cancel.\nCheck in or out; OK, call me. NV policyholders get a form.",
  );
  expect(states).toEqual(["California", "Texas", "Nevada"]);
});

test("words that only look like states are none", async () => {
  const text = "Shares trade on the New York Stock Exchange. George Washington slept here. in or me ok hi";
  expect(await statesOf(text)).toEqual([]);
});

test("a list of codes and the capital's district are understood", async () => {
  expect(await statesOf("Available in CA, NV and OR. Residents of Washington, D.C. pay no fee.")).toEqual(
    expect.arrayContaining(["California", "Nevada", "Oregon", "District of Columbia"]),
  );
});

test("an address names no state that the document is about", async () => {
  const text =
    "Offices: 12 Canal Street, Newark, New Jersey 07102, and Portland, OR 97201.\n\nFiled with the commission in Washington, D.C. 20549. Our laboratory is in Salem, Oregon.\n\n";
  expect(await statesOf(text.repeat(6))).toEqual([]);
});

test("where a company was founded or is sued says nothing about where its document holds", async () => {
  const text =
    "Larkfield Inc. is a Delaware corporation, and Larkfield Labs LLC was organized under the laws of the State of Nevada. A claim is pending in the District Court of New Jersey; the Ohio Attorney General joined it, and the Texas Supreme Court will hear another.\n\n";
  expect(await statesOf(text.repeat(6))).toEqual([]);
});

test("the law that governs a contract names its state", async () => {
  const text =
    "Harrow LLC, a Delaware company, agrees.\n\nThis agreement is governed by the laws of the State of Michigan. Notices go to Flint, Michigan 48501.";
  expect(await statesOf(text, "agreement.txt")).toEqual(["Michigan"]);
});

test("a list of subsidiaries names no states, a list of where something is sold does", async () => {
  const rows = ["Larkfield Labs LLC", "Larkfield Realty Inc.", "Larkfield Foods Corp."];
  expect(
    await statesOf(
      `Subsidiaries\n\n${[...rows, ...rows, ...rows].map((row) => `${row}    Delaware`).join("\n")}\n\nThat is the list.`,
    ),
  ).toEqual([]);
  expect(await statesOf("The plan began in spring with Ohio, Indiana, Iowa and Kansas.")).toEqual([
    "Ohio",
    "Indiana",
    "Iowa",
    "Kansas",
  ]);
});

test("ten states that a rule holds for are all named, fifty are none", async () => {
  const ten = ["Ohio", "Iowa", "Utah", "Idaho", "Maine", "Texas", "Nevada", "Oregon", "Kansas", "Alaska"];
  expect((await statesOf(`The fee is charged in ${ten.join(", ")}.`)).toSorted()).toEqual(ten.toSorted());
  const more = ["Hawaii", "Vermont", "Florida", "Georgia", "Montana", "Wyoming", "Virginia"];
  expect(await statesOf(`The form is filed in ${[...ten, ...more].join(", ")}.`)).toEqual([]);
});

test("a short rule holds where it says so, and not where an office is", async () => {
  expect(
    await statesOf(
      "The late fee is $5, and $3 in Vermont. Our plant in Ohio and the warehouse in Iowa stay open. A claim is pending in Utah.",
    ),
  ).toEqual(["Vermont"]);
});
