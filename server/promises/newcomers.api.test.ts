import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAskedSet, fits } from "#bench/quality/asked-set.ts";
import { ask } from "#contract/answering/answers.ts";
import { login } from "#contract/identity/sessions.ts";
import { getEncoding } from "#contract/knowledge/documents.ts";
import { listThemes } from "#contract/knowledge/themes.ts";
import { themes as demoThemes } from "#seed/demo/facts/themes.ts";
import { fillEmpty } from "#seed/scenarios.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { call, rowsOf } from "#testing/call.ts";

const set = readAskedSet("bench/quality/demo");
const questions = ["working", "held-out"].flatMap(set.questions).filter(({ right }) => right.length > 0);

let app: TestApp;
let token: string;
const themeIds = new Map<string, number>();

beforeAll(async () => {
  app = await startTestApp({ env: { SCENARIO: "demo", READER: "on", ENCODER: "" } });
  const printed = (await fillEmpty(app.services)).join("\n");
  const [, email = "", password = ""] = /Workspace admin\s+(\S+@\S+)\s+(\S+)/.exec(printed) ?? [];
  token = (await call(app.url, null, login, { email, password })).body.sessionToken;
  const all = rowsOf((await call(app.url, token, listThemes, {})).body);
  for (const { key, name } of demoThemes) {
    const id = all.find((theme) => theme.name === name)?.id;
    if (id === undefined || !(key in set.themes)) continue;
    themeIds.set(key, id);
    await untilEncoded(id);
  }
}, 300_000);
afterAll(() => app.close());

async function untilEncoded(id: number): Promise<void> {
  for (;;) {
    const { passages, encoded } = (await call(app.url, token, getEncoding, { id })).body;
    if (passages > 0 && encoded >= passages) return;
    await wait(200);
  }
}

/** The marked words of the first quote. */
async function leadOf(theme: string, userQuery: string): Promise<string> {
  const themeId = themeIds.get(theme) ?? 0;
  const { body } = await call(app.url, token, ask, { themeId, userQuery, sessionId: userQuery });
  const [first] = body.outcome === "abstained" ? [] : body.citations;
  return first?.answering.map(({ start, end }) => first.quote.slice(start, end)).join(" ") ?? "";
}

/** Of 105; measured: 61 (`npm run bench -- demo`). A busy machine leaves some to words alone. */
const leastRight = 50;

test("of a newcomer's plain questions to the demo, half the answers begin with the rule asked for", async () => {
  let right = 0;
  for (const question of questions)
    if (fits(await leadOf(question.theme, question.text), question.right)) right += 1;
  expect(right).toBeGreaterThanOrEqual(leastRight);
}, 300_000);
