import { expect, test } from "vitest";
import { mostTokens } from "#server/models/llm/tokens.ts";
import { tagsPrompt } from "./prompt.ts";
import { acceptTags, readReply } from "./reply.ts";

const none = { distributionPartnerTags: [], productTags: [], topicTags: [], stateTags: [] };
const text =
  "The Golden Years Annuity is distributed by Harbor Trust Bank in North Dakota and South Carolina. A late payment ends the coverage. Bank holidays of the Harbor differ.";

function accept(reply: object | string, own: typeof none | object = none, passage = text) {
  const read = readReply(typeof reply === "string" ? reply : JSON.stringify(reply));
  const tags = { ...none, ...own };
  const excerpt = { name: "Annuities.pdf", headings: [], passages: [passage], own: tags };
  return read === null ? null : acceptTags(read, excerpt, tags);
}

test("tags supported by the document are kept, in the model's order", () => {
  expect(
    accept({
      partners: ["Harbor Trust Bank"],
      products: ["Golden Years Annuity"],
      topics: ["late payments", "bank holidays"],
      states: ["South Carolina", "ND"],
    }),
  ).toEqual({
    distributionPartnerTags: ["Harbor Trust Bank"],
    productTags: ["Golden Years Annuity"],
    topicTags: ["late payments", "bank holidays"],
    stateTags: ["South Carolina", "North Dakota"],
  });
});

test("invented tags are dropped, and so are names combined from words in different places", () => {
  expect(
    accept({
      partners: ["Acme Brokers", "Harbor Annuity Bank"],
      products: ["Golden Years Annuity", "Silver Years Annuity"],
      topics: ["money laundering"],
      states: ["North Carolina", "Bavaria", "California"],
    }),
  ).toEqual({ ...none, productTags: ["Golden Years Annuity"] });
});

test("tags the program found in the text may stay, however it found them", () => {
  const own = { stateTags: ["California"], topicTags: ["late payment"] };
  expect(accept({ states: ["California"], topics: [] }, own)).toEqual({ ...none, stateTags: ["California"] });
});

test("a group missing from the reply, or left without tags, does not change", () => {
  const own = { topicTags: ["late payment"], productTags: ["Golden Years Annuity"] };
  expect(accept({ partners: ["Harbor Trust Bank"], products: ["Nothing Of It"] }, own)).toEqual({
    ...none,
    ...own,
    distributionPartnerTags: ["Harbor Trust Bank"],
  });
});

test("no tag appears twice, in one group or in two, and none is longer than sixty characters", () => {
  const long = `late ${"payment ".repeat(10)}`;
  expect(
    accept({
      partners: ["Harbor Trust Bank", "HARBOR TRUST BANK", " “Harbor Trust Bank”. "],
      products: ["Harbor Trust Bank"],
      topics: ["late payment", "Late Payment", long, "harbor trust bank"],
    }),
  ).toEqual({ ...none, distributionPartnerTags: ["Harbor Trust Bank"], topicTags: ["late payment"] });
});

test("a group contains at most six tags", () => {
  const words = Array.from({ length: 20 }, (_, at) => `rule${"abcdefghijklmnopqrst".charAt(at)} limit`);
  const tags = accept({ topics: words }, none, words.join(". "));
  expect(tags?.topicTags).toEqual(words.slice(0, 6));
});

test("replies without a selection change nothing", () => {
  const broken = [
    "",
    "I cannot help with that.",
    "{",
    '{"topics": ["late payment"',
    "[]",
    "null",
    '{"topics": "late payment"}',
    '{"topics": [1, null, {"a": 1}, ["late payment"], "", "  ", "42", "—"]}',
    '{"partners": [], "products": [], "topics": [], "states": []}',
    '{"__proto__": {"topics": ["late payment"]}}',
  ];
  for (const reply of broken) expect(accept(reply), reply).toBeNull();
});

test("words around the object, and control characters in tags, do no harm", () => {
  expect(accept('Here it is:\n```json\n{"topics": ["late\\u0000\\n payment"]}\n```\nGood luck!')).toEqual({
    ...none,
    topicTags: ["late payment"],
  });
});

test("a prompt stays below six thousand tokens, whatever the document contains", () => {
  const own = { ...none, topicTags: Array.from({ length: 24 }, () => "語".repeat(60)) };
  for (const sign of ["a", "語", "😀", "1 "]) {
    const { system, messages } = tagsPrompt({
      name: sign.repeat(255),
      headings: Array.from({ length: 60 }, () => sign.repeat(200)),
      own,
      passages: Array.from({ length: 10 }, () => sign.repeat(5_000)),
    });
    const content = messages.map((message) => message.content).join("\n");
    expect(mostTokens(`${system}\n${content}`)).toBeLessThan(6_000);
    expect(content.isWellFormed()).toBe(true);
    expect(content.length).toBeGreaterThan(1_500);
  }
});
