import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { SearchError, type OpenSearch } from "#server/platform/opensearch.ts";
import { type Change, writeChanges } from "./bulk.ts";

const record = JSON.stringify({ text: "x".repeat(300_000) });

/** Twelve changes, three to a call. */
async function* changes(): AsyncGenerator<Change> {
  for (let id = 0; id < 12; id++) {
    await wait(1);
    yield { id: `1.${id}`, record: id === 11 ? null : record };
  }
}

function cluster(fails: (call: number) => boolean) {
  const seen = { calls: 0, underway: 0, most: 0, lines: [] as string[] };
  const search: OpenSearch = {
    host: "search.example",
    close: async () => undefined,
    async call(_method, _path, { body }) {
      const number = seen.calls++;
      seen.most = Math.max(seen.most, ++seen.underway);
      await wait(number % 2 === 0 ? 30 : 5);
      seen.underway--;
      if (fails(number)) throw new SearchError("away", "The node left.");
      const lines = String(body).trimEnd().split("\n");
      seen.lines.push(...lines.filter((line) => line.includes("_id")));
      return { errors: false, items: [] };
    },
  };
  return { search, seen };
}

test("changes of records are sent while the call before is under way, each once", async () => {
  const { search, seen } = cluster(() => false);
  await writeChanges(search, "index", 1, changes());
  expect(seen).toMatchObject({ underway: 0, most: 2 });
  const actionOf = (id: number) => ({ [id === 11 ? "delete" : "index"]: { _id: `1.${id}` } });
  expect(seen.lines.map((line) => JSON.parse(line)).toSorted(byId)).toEqual(
    Array.from({ length: 12 }, (_, id) => actionOf(id)).toSorted(byId),
  );
});

const byId = (one: object, other: object) =>
  JSON.stringify(Object.values(one)).localeCompare(JSON.stringify(Object.values(other)));

test.each([0, 1, 2, 3])("no call is under way once writing ended because call %i failed", async (failing) => {
  const { search, seen } = cluster((call) => call === failing);
  await expect(writeChanges(search, "index", 1, changes())).rejects.toThrow("The node left.");
  expect(seen.underway).toBe(0);
  const { calls } = seen;
  await wait(50);
  expect(seen.calls).toBe(calls);
});
