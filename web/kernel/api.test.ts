import { afterEach, expect, test, vi } from "vitest";
import { listWorkspaces } from "#contract/identity/workspaces.ts";
import { getRecordProof } from "#contract/evidence/record.ts";
import { callApi } from "./api.ts";

afterEach(() => vi.unstubAllGlobals());

/** U+202E turns the rest of the line around: "evil live" would read "evil" backwards into the words after it. */
const turned = [{ name: "evil \u202elive\u2066" }];

test("a name stored with characters that turn the text around reads as it is written; a proof stays verbatim", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(turned)));
  vi.stubGlobal("localStorage", { getItem: () => null });
  expect(await callApi(listWorkspaces, {})).toEqual([{ name: "evil live" }]);
  expect(await callApi(getRecordProof, { interactionId: 1 })).toEqual(turned);
});
