import { expect, test } from "vitest";

import { readTxt } from "#reading/extract/plain/txt.ts";
import { suggestTags } from "./tags.ts";

const statesOf = async (text: string, name = "document.txt") =>
  suggestTags(await readTxt(Buffer.from(text)), name).stateTags;

test("finds states by name, and by code only in context", async () => {
  const states = await statesOf(
    "This rider is available in California. In Texas a notice applies. CA residents may cancel.\nCheck in or out; OK, call me. NV policyholders get a form.",
  );
  expect(states).toEqual(["California", "Texas", "Nevada"]);
});

test("ignores words that only look like states", async () => {
  const text = "Shares trade on the New York Stock Exchange. George Washington slept here. in or me ok hi";
  expect(await statesOf(text)).toEqual([]);
});

test("reads lists of state codes and the District of Columbia", async () => {
  expect(await statesOf("Available in CA, NV and OR. Residents of Washington, D.C. pay no fee.")).toEqual(
    expect.arrayContaining(["California", "Nevada", "Oregon", "District of Columbia"]),
  );
});

test("ignores states in addresses", async () => {
  const text =
    "Offices: 12 Canal Street, Newark, New Jersey 07102, and Portland, OR 97201.\n\nFiled with the commission in Washington, D.C. 20549. Our laboratory is in Salem, Oregon.\n\n";
  expect(await statesOf(text.repeat(6))).toEqual([]);
});

test("ignores states of incorporation and of jurisdiction", async () => {
  const text =
    "Larkfield Inc. is a Delaware corporation, and Larkfield Labs LLC was organized under the laws of the State of Nevada. A claim is pending in the District Court of New Jersey; the Ohio Attorney General joined it, and the Texas Supreme Court will hear another.\n\n";
  expect(await statesOf(text.repeat(6))).toEqual([]);
});

test("takes the state of the governing law", async () => {
  const text =
    "Harrow LLC, a Delaware company, agrees.\n\nThis agreement is governed by the laws of the State of Michigan. Notices go to Flint, Michigan 48501.";
  expect(await statesOf(text, "agreement.txt")).toEqual(["Michigan"]);
});

test("ignores states of subsidiaries, but reads where something is sold", async () => {
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

test("names ten states of a rule, but none when it lists fifty", async () => {
  const ten = ["Ohio", "Iowa", "Utah", "Idaho", "Maine", "Texas", "Nevada", "Oregon", "Kansas", "Alaska"];
  expect((await statesOf(`The fee is charged in ${ten.join(", ")}.`)).toSorted()).toEqual(ten.toSorted());
  const more = ["Hawaii", "Vermont", "Florida", "Georgia", "Montana", "Wyoming", "Virginia"];
  expect(await statesOf(`The form is filed in ${[...ten, ...more].join(", ")}.`)).toEqual([]);
});

test("names the state that a short rule applies to, not an office's", async () => {
  expect(
    await statesOf(
      "The late fee is $5, and $3 in Vermont. Our plant in Ohio and the warehouse in Iowa stay open. A claim is pending in Utah.",
    ),
  ).toEqual(["Vermont"]);
});
