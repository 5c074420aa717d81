import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { programs } from "#testing/described-calls.ts";
import {
  buildProgramsSide,
  provoke,
  sendTo,
  unprovoked,
  validRequest,
  type ProgramsSide,
} from "#testing/fixtures/program-refusals.ts";
import { widgetScope } from "#contract/kernel/permissions.ts";
import { programCalls } from "./described-calls.ts";
import { refusedStatusesOf } from "./refusals.ts";

let app: TestApp;
let side: ProgramsSide;
beforeAll(async () => {
  app = await startTestApp();
  side = await buildProgramsSide(app);
});
// fails if a response was not as described (testing/watch-calls.ts)
afterAll(async () => {
  expect(app.comparedWithDescription()).toBeGreaterThan(100);
  await app.close();
});

test.each(programCalls.map((called) => [`${called.method} ${called.path}`, called] as const))(
  "every refusal that is described of %s happens",
  async (_name, called) => {
    for (const status of refusedStatusesOf(called)) {
      // other limits provoke 429, below
      if (status === 429 || unprovoked.has(status)) continue;
      const one = status === 409 ? await buildProgramsSide(app) : side;
      const refused = await provoke(one, called, status);
      const text = await refused.text();
      expect(refused.status, `${status}: ${text}`).toBe(status);
      const type = refused.headers.get("content-type")?.split(";")[0] ?? "";
      const operation = programs.operationAt(called.method, called.path);
      if (operation === undefined) throw new Error("the call is not described");
      const described = programs.responseOf(operation, status)?.content?.[type];
      expect(programs.misfitOf(described?.schema ?? { not: {} }, JSON.parse(text)), text).toBeNull();
    }
  },
);

test("a call over its limit is refused as described, and others say what is left", async () => {
  const rules = ["PROGRAM", "ASK", "UPLOAD", "WIDGET"].map((name) => [`LIMIT_${name}`, "1/600"]);
  const limited = await startTestApp({ env: Object.fromEntries(rules) as Record<string, string> });
  try {
    const own = await buildProgramsSide(limited);
    for (const called of programCalls) {
      const key =
        called.permission === widgetScope
          ? own.widgetKey
          : await own.keyWith([called.permission as "theme:ask"]);
      const sent = { ...validRequest(own, called), key };
      const first = await sendTo(limited, called, sent);
      const at = `${called.method} ${called.path} ${await first.text()}`;
      expect(first.headers.get("ratelimit"), at).toMatch(/^"\w+";r=0;t=\d+$/);
      expect(first.headers.get("ratelimit-policy"), at).toMatch(/^"\w+";q=1;w=600$/);
      const second = await sendTo(limited, called, { ...validRequest(own, called), key });
      expect(second.status, at).toBe(429);
      expect(Number(second.headers.get("retry-after")), at).toBeGreaterThan(0);
    }
  } finally {
    await limited.close();
  }
});

test("the document is served, and the internal one stays", async () => {
  const served = (await (await fetch(`${app.url}/api/v1/openapi.json`)).json()) as unknown;
  expect(served).toEqual(JSON.parse(JSON.stringify(programs.described)));
  const all = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: object };
  expect(Object.keys(all.paths).length).toBeGreaterThan(100);
  const page = await (await fetch(`${app.url}/api/docs`)).text();
  expect(page).toContain("/api/v1/openapi.json");
});
