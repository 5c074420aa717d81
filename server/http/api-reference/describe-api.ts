import { aboutNouns } from "#contract/api.ts";
import { can, directoryScope, Role } from "#contract/kernel/permissions.ts";
import recorded from "./examples.gen.json" with { type: "json" };
import programExamples from "./program-examples.gen.json" with { type: "json" };
import type { Examples } from "./describe-call.ts";
import { contractCalls, type DescribedCall } from "./described-calls.ts";
import { describeFields } from "./describe-fields.ts";
import { describeWebhooks } from "./describe-webhooks.ts";
import { documentOf } from "./document.ts";
import { describeSchemas } from "./schemas.ts";

type Json = Record<string, unknown>;

/** In a description, readers take every `$ref` for a reference of their own; directories get some. */
const withoutRefs = (examples: Examples): Examples =>
  JSON.parse(
    JSON.stringify(examples, (name, part: unknown) => (name === "$ref" ? undefined : part)),
  ) as Examples;

const roleNames: Record<Role, string> = {
  super_admin: "super admins",
  workspace_admin: "workspace admins",
  agent: "agents",
  examiner: "examiners",
};

const introduction = [
  "Answers from policy documents, with the page they rest on.",
  "**Sign in** with `POST /api/auth/login` and send its `sessionToken` as `Authorization: Bearer …`.",
  "**Errors** have a sentence for a person, a code for a program, and a request id for the log; those of SCIM and of the calls for programs have the form of their protocol. " +
    "Data that belongs to someone else looks as if it didn't exist: 404.",
  "**Repetitions**: a POST with an `Idempotency-Key` is carried out once within a day; repeated, it gets the first response.",
  "**Programs** with an API key have a description of their own: `/api/v1/openapi.json`.",
  "**Lists** take `page` and `pageSize`, and return the total number of rows.",
].join("\n\n");

/** OpenAPI 3.1 for every call, generated from the contract that the server binds and the browser calls. */
export function describeApi(): Json {
  const api = callsOfContract();
  describeFields(api);
  return api;
}

/** The same without the field descriptions from `fields.ts`. */
export function callsOfContract(): Json {
  const schemas = describeSchemas(contractCalls);
  return documentOf({
    info: { title: "Footnote", description: introduction },
    nouns: aboutNouns,
    calls: contractCalls,
    schemas,
    examples: withoutRefs({ ...recorded, ...programExamples }),
    introduce: (call) => ({ operationId: `${call.noun}.${call.name}`, description: conditionsOf(call) }),
    webhooks: describeWebhooks(schemas),
  });
}

/** What a caller needs, must have done, and can expect, in sentences. */
function conditionsOf(call: DescribedCall): string[] {
  const { stepUp, limit, fairQueue: turn, allowedBeforeOnboarding, beforeSecondFactor } = call;
  const sentences = [neededFor(call)];
  if (stepUp === true)
    sentences.push(
      "Asks for the password again when it was given more than 15 minutes ago (`proof_required`).",
    );
  else if (stepUp !== undefined)
    sentences.push(
      `Asks for the password again when it was given more than 15 minutes ago and the body gives ${stepUp.map((field) => `\`${field}\``).join(", ")} (\`proof_required\`).`,
    );
  if (limit !== undefined) sentences.push("Has a rate limit of its own; 429 says when to retry.");
  if (turn !== undefined)
    sentences.push("Takes turns with other companies' calls, and may wait for its turn.");
  if (allowedBeforeOnboarding === true)
    sentences.push("Works before the first password is changed and the terms are accepted.");
  else if (beforeSecondFactor === true) sentences.push("Works before a second factor is set up.");
  return sentences;
}

function neededFor({ permission, takesKeys, keysOnly }: DescribedCall): string {
  if (permission === "public") return "Open to everyone.";
  if (permission === "signed-in") return "Open to everyone who is signed in.";
  if (keysOnly) return `Needs ${permission === directoryScope ? "a SCIM token" : "the key of a widget"}.`;
  const roles = Role.options.filter((role) => can(role, permission)).map((role) => roleNames[role]);
  const keys = takesKeys ? ", and API keys with this scope" : "";
  return `Needs the permission \`${permission}\`: ${roles.join(", ")}${keys}.`;
}
