import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import type { Example } from "#server/http/api-reference/describe-api.ts";
import { sampleText } from "./sample.ts";

/** A list shows its first rows, a long text its beginning. */
const rows = 2;
const letters = 240;

/** Replacements for the tests' placeholder text (`testing/sample.ts`), by field name. */
const told: Record<string, string> = {
  company: "Harborline Bank",
  firstName: "Ada",
  lastName: "Byron",
  name: "Refunds and returns",
  question: "How many days does a customer have to return a product?",
  reason: "Request of the regulator, file 24-118",
  text: "A sentence for the reader",
  title: "How do I ask a question?",
  content: "Choose a theme and write the question as you would say it.",
  useCase: "Answers for our service desk",
  userQuery: "How many days does a customer have to return a product?",
};

/**
 * Makes a documentation example of a recorded call: random names, addresses, times and secrets become those of a fictional
 * company, so that the example reads well and reveals nothing.
 */
export function exampleOf(spec: EndpointSpec, sent: Record<string, unknown>, received: unknown): Example {
  const names = [...Object.keys(spec.params?.shape ?? {}), ...Object.keys(spec.query?.shape ?? {})];
  const body = Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name)));
  const takesBody = spec.body !== undefined || spec.sends === "multipart";
  return {
    ...(takesBody && { request: fitting(spec.body, retold(body), body) }),
    ...(received !== undefined && { response: fitting(spec.output, retold(received), received) }),
  };
}

/** The replaced value unless its schema refuses it, then the original. */
function fitting(schema: EndpointSpec["output"], told: unknown, was: unknown): unknown {
  return schema?.safeParse(told).success === false ? was : told;
}

export function retold(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.slice(0, rows).map((item) => retold(item, name));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, retold(item, key)]));
  return typeof value === "string" ? retoldText(value, name) : value;
}

function retoldText(value: string, name: string): string {
  const better = told[name] ?? told.text;
  if (value === sampleText && better !== undefined) return better;
  // the code of an error is no secret
  const isSecretCode = name === "code" && !/^[a-z_]+$/.test(value);
  if (isSecretCode || /token|secret|password|recoveryCodes|otpauth/i.test(name)) return "…";
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return "2026-11-24T09:30:00.000Z";
  if (name === "host") return "web-1";
  const retoldValue = value
    .replaceAll(sampleText, told.text ?? "")
    .replaceAll("127.0.0.1", "203.0.113.7")
    .replaceAll(/Test (?:workspace_admin|super_admin|agent)/g, "Ada Byron")
    .replaceAll(/-----BEGIN PUBLIC KEY-----\n[^-]*/g, "-----BEGIN PUBLIC KEY-----\n…\n")
    .replaceAll(/([?&]saml=)[^&]+/g, "$1…")
    .replaceAll(/\b(fn[ksw])_[A-Za-z0-9_-]{43}/g, "$1_…")
    .replaceAll(/[a-z-]*-?[0-9a-f]{8,12}(?:-[0-9a-f-]+)?@example\.com/g, "ada@example.com")
    .replaceAll(/Hook [0-9a-f-]{36}/g, "Help desk")
    .replaceAll(/(Company|Fresh|Key|Directory) [0-9a-f-]{8,36}/g, "Harborline Bank")
    .replaceAll(/\bmsg_[0-9a-f-]{32,36}/g, "msg_2f7a9c1e4b8d4a60b3d15c7e9f02a864")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-11-24T09:30:00.000Z")
    .replaceAll("http://localhost:0", "https://policies.example.com")
    .replaceAll(
      /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
      "3b0f7c1e-5d2a-4c8e-9f61-2a7d4e90b315",
    );
  return retoldValue.length > letters ? `${retoldValue.slice(0, letters)}…` : retoldValue;
}
