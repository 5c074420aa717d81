import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { RecordEvent } from "#contract/evidence/record.ts";
import { changesOf } from "./event-changes.ts";
import { linkOf } from "./event-link.ts";
import { hasWords, sayEvent } from "./event-words.ts";

const event = (part: Partial<RecordEvent>): RecordEvent => ({
  number: 1,
  at: "2026-03-01T10:00:00.000Z",
  clock: null,
  actor: { type: "user", id: 3, role: "workspace_admin", name: "Dana Whitfield" },
  action: "document.replace",
  target: { type: "document", id: "7", name: null },
  involved: null,
  before: null,
  after: null,
  result: "done",
  address: "::1",
  requestId: "r",
  hasManifest: false,
  isErased: false,
  ...part,
});

test("an event is a sentence: person, action, and the item's name at the time", () => {
  const replaced = event({ before: { name: "Returns Policy.pdf", version: 1 }, after: { version: 2 } });
  expect(Object.values(sayEvent(replaced))).toEqual(["Dana Whitfield", "replaced", "Returns Policy.pdf"]);
  expect(changesOf(replaced)).toEqual([
    { field: "Name", before: "Returns Policy.pdf", after: null },
    { field: "Version", before: "1", after: "2" },
  ]);
  expect(Object.values(sayEvent(event({ action: "session.start" })))).toEqual([
    "Dana Whitfield",
    "signed in",
    null,
  ]);
  const answer = { type: "interaction", id: "9", name: "Who pays?" };
  const rated = (rating: string | null) =>
    sayEvent(event({ action: "answer.rate", target: answer, after: { rating } })).verb;
  expect([rated("bad"), rated(null)]).toEqual([
    "rated the answer to",
    "withdrew the rating of the answer to",
  ]);
  const kept = (before: RecordEvent["before"], after: RecordEvent["after"]) =>
    sayEvent(event({ action: "chat.update", target: answer, before, after })).verb;
  expect(kept({ name: "", isPinned: false }, { name: "Fees", isPinned: false })).toBe("named the chat of");
  expect(kept({ name: "", isPinned: true }, { name: "", isPinned: false })).toBe("unpinned the chat of");
  const given = (involved: string | null) =>
    sayEvent(event({ action: "theme.assign-agent", involved, after: { userId: 4 } })).verb;
  expect([given("Jens Krag"), given(null)]).toEqual(["gave Jens Krag access to", "gave an agent access to"]);
  const proposed = (before: RecordEvent["before"], after: RecordEvent["after"]) =>
    sayEvent(event({ action: "theme.accept-proposal", before, after })).verb;
  expect(proposed({ name: "a", purpose: "" }, { name: "B", purpose: "P" })).toBe(
    "accepted the name and purpose that Footnote proposed for",
  );
  expect(proposed({ name: "a", purpose: "" }, { name: "a", purpose: "P" })).toBe(
    "accepted the purpose that Footnote proposed for",
  );
  const refused = event({
    action: "call.refuse",
    target: { type: "call", id: "GET /api/users", name: null },
  });
  expect(sayEvent(refused).thing).toBe("GET /api/users");
  expect(Object.values(sayEvent({ ...refused, after: { name: "All people" } })).slice(1)).toEqual([
    "was refused:",
    "All people",
  ]);
  const job = event({ actor: { type: "job", id: null, role: null, name: "read-document" } });
  expect(sayEvent(job).who).toBe("Footnote (read document)");
  expect(sayEvent(event({})).thing).toBe("document 7");
  const lead = event({ action: "lead.update", target: { type: "lead", id: "5", name: null } });
  expect(Object.values(sayEvent(lead))).toEqual(["Dana Whitfield", "changed", "lead 5"]);
  const domain = event({
    action: "sign-on.add-domain",
    target: { type: "sign-on-domain", id: "2", name: null },
    after: { domain: "corvane.example" },
  });
  expect(Object.values(sayEvent(domain))).toEqual(["Dana Whitfield", "added the domain", "corvane.example"]);
  expect(sayEvent(event({ target: { type: "document", id: "7", name: "Fees.pdf" } })).thing).toBe("Fees.pdf");
  const key = event({
    actor: { type: "key", id: 2, role: null, name: "Website" },
    action: "question.ask",
    target: { type: "interaction", id: "9", name: "How long?" },
  });
  expect(Object.values(sayEvent(key))).toEqual(["Website (API)", "asked", "“How long?”"]);
  const long = { ...key, target: { ...key.target, name: "a ".repeat(60) } };
  expect(sayEvent(long).thing).toMatch(/ a…”$/);
});

test("lists, empty values and nested fields become text, and unchanged fields are left out", () => {
  const values = { filters: { from: "2026-01-01", themeId: null }, isActive: true, scopes: ["a", "b"] };
  expect(changesOf(event({ before: values, after: { ...values, isActive: false } }))).toEqual([
    { field: "Is active", before: "yes", after: "no" },
  ]);
  expect(changesOf(event({ after: values })).map(({ field, after }) => `${field}: ${after}`)).toEqual([
    "Filters, from: 2026-01-01",
    "Filters, theme id: none",
    "Is active: yes",
    "Scopes: a, b",
  ]);
});

test("a deleted item has no link, nor does one without a screen", () => {
  expect(linkOf(event({ target: { type: "interaction", id: "9", name: null } }))?.search.interaction).toBe(9);
  expect(linkOf(event({ action: "document.delete" }))).toBeNull();
  expect(linkOf(event({ target: { type: "call", id: "GET /api/themes", name: null } }))).toBeNull();
});

test("every action in the server's record has a sentence", () => {
  const files = readdirSync("server", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const actions = files.flatMap((file) =>
    [...readFileSync(`server/${file}`, "utf8").matchAll(/action: "([a-z-]+\.[a-z.-]+)"/g)].map(
      ([, action = ""]) => action,
    ),
  );
  expect(actions.length).toBeGreaterThan(80);
  expect([...new Set(actions)].filter((action) => !hasWords(action))).toEqual([]);
});
