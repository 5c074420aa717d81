import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { named, programCalls, type DescribedCall } from "#server/http/api-reference/described-calls.ts";
import { dialectOf } from "#server/http/dialects.ts";
import { refusalName, refusedStatusesOf } from "#server/http/api-reference/refusals.ts";
import { exampleName, statusesOf } from "#server/http/api-reference/describe-call.ts";
import { startTestApp } from "./app.ts";
import { retelling, shownText } from "./example-of.ts";
import { buildProgramsSide, provoke, sendTo, unprovoked, validRequest } from "./fixtures/program-refusals.ts";

const isOfCompletions = ({ path }: { path: string }) => dialectOf(path) === "completions";

/** `npm run examples`: what programs send and receive beyond what is recorded of every call: streams, the calls outside of the contract, and a refusal of each kind. */
test.runIf(process.env.RECORD_EXAMPLES === "1")(
  "what programs receive is recorded, whole and streamed, with a refusal of each kind",
  async () => {
    const app = await startTestApp({ recording: true });
    const limited = await startTestApp({ env: { LIMIT_PROGRAM: "1/60" }, recording: true });
    try {
      const side = await buildProgramsSide(app);
      const examples: Record<string, Record<string, unknown>> = {};
      for (const called of programCalls.filter((one) => isOfCompletions(one) || one.events)) {
        const sent = validRequest(side, called);
        const response = await sendTo(app, called, sent);
        expect(response.ok, named(called)).toBe(true);
        examples[named(called)] = {
          ...(sent.body && { request: retelling()(sent.body) }),
          response: retelling()(await response.json()),
        };
        if (called.events === undefined) continue;
        const streamed = isOfCompletions(called)
          ? { ...sent, body: { ...sent.body, stream: true } }
          : { ...sent, headers: { accept: "text/event-stream" } };
        const stream = await (await sendTo(app, called, streamed)).text();
        examples[named(called)] = {
          ...examples[named(called)],
          texts: { "text/event-stream": shownText(stream, "\n\n") },
        };
      }
      for (const called of programCalls)
        for (const status of statusesOf(called)) {
          const name = exampleName(called, status);
          if (name === named(called)) continue;
          const response = await sendTo(app, called, validRequest(side, called));
          expect(response.status, name).toBe(status);
          examples[name] = { response: retelling()(await response.json()) };
        }
      for (const called of programCalls)
        for (const status of refusedStatusesOf(called)) {
          const name = refusalName(dialectOf(called.path), status);
          if (unprovoked.has(status) || name in examples) continue;
          const refused = await (status === 429 ? overLimit(called) : provoke(side, called, status));
          expect(refused.status, name).toBe(status);
          examples[name] = { response: retelling()(await refused.json()) };
        }
      const sorted = Object.fromEntries(Object.entries(examples).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      writeFileSync(
        join(import.meta.dirname, "../server/http/api-reference/program-examples.gen.json"),
        `${JSON.stringify(sorted, null, 1)}\n`,
      );

      async function overLimit(called: DescribedCall): Promise<Response> {
        const own = await buildProgramsSide(limited);
        const listed = programCalls.filter(({ method }) => method === "GET");
        const one = listed.find((other) => isOfCompletions(other) === isOfCompletions(called)) ?? called;
        await sendTo(limited, one, validRequest(own, one));
        return sendTo(limited, one, validRequest(own, one));
      }
    } finally {
      await app.close();
      await limited.close();
    }
  },
  120_000,
);
