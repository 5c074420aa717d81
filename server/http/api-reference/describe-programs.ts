import { z } from "zod";
import * as completions from "#contract/answering/completions.ts";
import { aboutNouns } from "#contract/api.ts";
import contractExamples from "./examples.gen.json" with { type: "json" };
import programExamples from "./program-examples.gen.json" with { type: "json" };
import { programCalls, type DescribedCall } from "./described-calls.ts";
import { describeFields } from "./describe-fields.ts";
import { documentOf } from "./document.ts";
import { capitalized, describeSchemas } from "./schemas.ts";

type Json = Record<string, unknown>;

const introduction = [
  "What other programs call: ask themes, keep documents in step, manage approved answers.",
  "**Keys** are made under *Admin*, *Connections*, and sent as `Authorization: Bearer fnk_…`. A key has scopes and themes; everything else looks absent to it. Each call names its scope. A key works in a browser only on the origins that it allows (CORS without credentials).",
  "**Errors** under `/api/v1` are problems (RFC 9457): `detail` is a sentence for a person, `code` is for a program. Under `/v1` they have the form of OpenAI's protocol.",
  "**Limits**: a response says what is left in `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10); 429 and 503 say in `Retry-After` when to call again.",
  "**Repetitions**: a POST with an `Idempotency-Key` is carried out once within a day; repeated, it gets the first response.",
  "**Several servers**: a response names the key's company in `Footnote-Company`. Sent with the next calls, it lets a proxy choose the server that has the company's index in memory. It grants nothing: a wrong or missing one costs time only.",
].join("\n\n");

/** OpenAPI 3.1 of the calls for programs: `/api/v1` and `/v1`, with their refusals, headers and streams. */
export function describePrograms(): Json {
  const api = callsForPrograms();
  describeFields(api);
  return api;
}

/** The same without the field descriptions from `fields.ts`. */
export function callsForPrograms(): Json {
  return documentOf({
    info: { title: "Footnote for programs", description: introduction },
    nouns: [...aboutNouns, { noun: "completions", about: completions.about, title: "Chat completions" }],
    calls: programCalls,
    schemas: describeSchemas(programCalls, { ...schemasIn(completions), ...namedOf(programCalls) }),
    examples: { ...contractExamples, ...programExamples },
    introduce: ({ name, permission }) => ({
      operationId: name,
      description: [`Needs the scope \`${permission}\`.`],
    }),
  });
}

const schemasIn = (contract: object): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(contract).flatMap(([name, value]) =>
      value instanceof z.ZodType ? [[name, value] as const] : [],
    ),
  );

/** Bodies and outputs without a name of their own, under the call's. */
const namedOf = (calls: DescribedCall[]): Record<string, z.ZodType> =>
  Object.fromEntries(
    calls.flatMap(({ name, body, output }) => [
      ...(body === undefined ? [] : [[`${capitalized(name)}Request`, body] as const]),
      ...(output === undefined ? [] : [[`${capitalized(name)}Response`, output] as const]),
    ]),
  );
