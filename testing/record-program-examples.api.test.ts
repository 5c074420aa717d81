import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { programCalls } from "#server/http/api-reference/program-calls.ts";
import type { ProgramCall } from "#server/http/api-reference/program-calls.ts";
import { isOfCompletions } from "#server/http/api-reference/describe-programs.ts";
import { refusedStatusesOf } from "#server/http/api-reference/program-refusals.ts";
import { startTestApp } from "./app.ts";
import { retold } from "./example-of.ts";
import { buildProgramsSide, provoke, sendTo, validRequest } from "./fixtures/program-refusals.ts";

const named = ({ method, path }: ProgramCall) => `${method} ${path}`;

/** `npm run examples`: what programs send and receive beyond what is recorded of every call: streams, the calls outside of the contract, and a refusal of each kind. */
test.runIf(process.env.RECORD_EXAMPLES === "1")(
  "what programs receive is recorded, whole and streamed, with a refusal of each kind",
  async () => {
    const app = await startTestApp({ recording: true });
    const limited = await startTestApp({ env: { LIMIT_PROGRAM: "1/60" }, recording: true });
    try {
      const side = await buildProgramsSide(app);
      const examples: Record<string, Record<string, unknown>> = {};
      const told = (value: unknown) =>
        JSON.parse(
          JSON.stringify(retold(value)).replaceAll("http://localhost:0", "https://policies.example.com"),
        ) as unknown;
      for (const called of programCalls.filter((one) => isOfCompletions(one) || one.streams)) {
        const sent = validRequest(side, called);
        const response = await sendTo(app, called, sent);
        expect(response.ok, named(called)).toBe(true);
        examples[named(called)] = {
          ...(sent.body && { request: told(sent.body) }),
          response: told(await response.json()),
        };
        if (called.streams === undefined) continue;
        const streamed = isOfCompletions(called)
          ? { ...sent, body: { ...sent.body, stream: true } }
          : { ...sent, headers: { accept: "text/event-stream" } };
        const frames = (await (await sendTo(app, called, streamed)).text()).split("\n\n");
        examples[named(called)] = { ...examples[named(called)], stream: frames.map(toldFrame).join("\n\n") };
      }
      for (const called of programCalls)
        for (const status of refusedStatusesOf(called)) {
          const name = `${isOfCompletions(called) ? "CompletionError" : "Problem"}${status}`;
          if (status === 500 || status === 503 || name in examples) continue;
          const refused = await (status === 429 ? overLimit(called) : provoke(side, called, status));
          expect(refused.status, name).toBe(status);
          examples[name] = { response: told(await refused.json()) };
        }
      const sorted = Object.fromEntries(Object.entries(examples).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      writeFileSync(
        join(import.meta.dirname, "../server/http/api-reference/program-examples.gen.json"),
        `${JSON.stringify(sorted, null, 1)}\n`,
      );

      async function overLimit(called: ProgramCall): Promise<Response> {
        const own = await buildProgramsSide(limited);
        const listed = programCalls.filter(({ method }) => method === "GET");
        const one = listed.find((other) => isOfCompletions(other) === isOfCompletions(called)) ?? called;
        await sendTo(limited, one, validRequest(own, one));
        return sendTo(limited, one, validRequest(own, one));
      }

      function toldFrame(frame: string): string {
        if (!frame.startsWith("data: {")) return frame;
        return `data: ${JSON.stringify(told(JSON.parse(frame.slice(6))))}`;
      }
    } finally {
      await app.close();
      await limited.close();
    }
  },
  120_000,
);
