import { expect, test } from "vitest";
import type { RecordEvent } from "#contract/evidence/record.ts";
import { groupsOf, stepsOf } from "./event-groups.ts";

const event = (
  number: number,
  action: string,
  type: string,
  id: string,
  name = "Maya Lind",
): RecordEvent => ({
  number,
  at: "2026-11-26T18:00:00.000Z",
  clock: null,
  actor: { type: "user", id: 1, role: "agent", name },
  action,
  target: { type, id, name: null },
  involved: null,
  before: null,
  after: null,
  result: "done",
  address: "127.0.0.1",
  requestId: "r",
  hasManifest: false,
  isErased: false,
});

test("events about one question are one line, in the place of the latest; sessions stay alone", () => {
  const rows = [
    event(6, "answer.review", "interaction", "7", "Dana Whitfield"),
    event(5, "session.end", "session", "1"),
    event(4, "answer.rate", "interaction", "7"),
    event(3, "question.answer", "interaction", "7"),
    event(2, "question.ask", "interaction", "7"),
    event(1, "session.start", "session", "1"),
  ];
  const groups = groupsOf(rows);
  expect(groups.map(({ lead, events }) => [lead.number, events.map(({ number }) => number)])).toEqual([
    [2, [2, 3, 4, 6]],
    [5, [5]],
    [1, [1]],
  ]);
  const [first] = groups;
  expect(first === undefined ? [] : stepsOf(first)).toEqual([
    "got an answer",
    "rated the answer",
    "Dana Whitfield reviewed",
  ]);
});

test("what happens to another thing on one day is one line, and on the next day another", () => {
  const rows = [
    { ...event(5, "document.tag", "document", "3"), at: "2026-11-28T18:00:00.000Z" },
    event(4, "document.read", "document", "3"),
    event(3, "document.upload", "document", "4"),
    event(2, "theme.create", "theme", "3"),
    event(1, "document.upload", "document", "3"),
  ];
  expect(groupsOf(rows).map(({ events }) => events.map(({ number }) => number))).toEqual([
    [5],
    [1, 4],
    [3],
    [2],
  ]);
});

test("a step ends in a word of its own, whatever the list of actions adds after it", () => {
  const rows = [
    event(3, "theme.assign-agent", "theme", "3"),
    event(2, "theme.accept-proposal", "theme", "3"),
    event(1, "theme.create", "theme", "3"),
  ];
  expect(groupsOf(rows).flatMap(stepsOf)).toEqual([
    "accepted the name that Footnote proposed",
    "gave an agent access",
  ]);
});

test("no event of a page is lost by grouping, and a step that was refused says so", () => {
  const refused: RecordEvent = { ...event(9, "answer.rate", "interaction", "7"), result: "refused" };
  const rows = [
    refused,
    ...[8, 7, 6].map((number) => event(number, "question.ask", "interaction", String(number))),
  ];
  const groups = groupsOf(rows);
  expect(
    groups.flatMap(({ events }) => events.map(({ number }) => number)).toSorted((one, other) => one - other),
  ).toEqual([6, 7, 8, 9]);
  expect(groups.flatMap(stepsOf)).toEqual(["rated the answer (refused)"]);
});
