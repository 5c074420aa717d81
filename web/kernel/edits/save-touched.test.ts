import { expect, test } from "vitest";
import type { Meanwhile } from "#contract/kernel/errors.ts";
import { ApiError } from "#web/kernel/api.ts";
import { saveTouched } from "./save-touched.ts";
import { answerConflicts } from "./settle-conflict.ts";

const opened = {
  version: 1,
  values: { name: "Fees", purpose: "Old", tags: ["a"], others: "not in the form" },
};

/** A row that others changed; it refuses every version but its own. */
function rowWith(changes: { field: string; value?: string }[], version = 3) {
  const calls: object[] = [];
  const meanwhile = {
    version,
    changes: changes.map((one) => ({ ...one, by: "Dana", at: null })),
  } as Meanwhile;
  const send = (change: { version: number }) => {
    calls.push(change);
    if (change.version === version) return Promise.resolve("saved");
    return Promise.reject(new ApiError(409, "changed_meanwhile", "Dana changed this.", { meanwhile }));
  };
  return { calls, send };
}

test("only touched fields are sent, and others' changes of other fields stay", async () => {
  const { calls, send } = rowWith([{ field: "purpose", value: "Theirs" }]);
  const values = { name: "Returns", purpose: "Old", tags: ["a"] };
  expect(await saveTouched(opened, values, send)).toBe("saved");
  expect(calls).toEqual([
    { name: "Returns", version: 1 },
    { name: "Returns", version: 3 },
  ]);
});

test("a field that both changed is asked about, unless both wrote the same", async () => {
  const { calls, send } = rowWith([
    { field: "name", value: "Theirs" },
    { field: "purpose", value: "New" },
  ]);
  const asked: string[][] = [];
  const forget = answerConflicts((clashes) => {
    asked.push(clashes.map(({ field, value, mine }) => `${field}: ${String(value)} or ${String(mine)}`));
    return Promise.resolve(new Set(["name"]));
  });
  await saveTouched(opened, { name: "Mine", purpose: "New", tags: ["a", "b"] }, send);
  forget();
  expect(asked).toEqual([["name: Theirs or Mine"]]);
  expect(calls.at(-1)).toEqual({ purpose: "New", tags: ["a", "b"], version: 3 });
});

test("a field that was changed back, or first stored as it was shown, is not asked about", async () => {
  const { calls, send } = rowWith([{ field: "name", value: "Fees" }]);
  await saveTouched(opened, { name: "Mine" }, send);
  expect(calls.at(-1)).toEqual({ name: "Mine", version: 3 });
});

test("a secret that both changed is asked about without its value, and going back saves nothing", async () => {
  const { calls, send } = rowWith([{ field: "secret" }]);
  const forget = answerConflicts(() => Promise.resolve(null));
  await expect(saveTouched(opened, { secret: "mine" }, send)).rejects.toThrow("Dana changed this.");
  forget();
  expect(calls).toHaveLength(1);
});
