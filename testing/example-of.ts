import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import type { Example } from "#server/http/api-reference/describe-call.ts";

/** A list shows its first rows, a text its beginning: lines of a file or a stream stay whole. */
const rows = 2;
const letters = 240;
const mostLines = 3;

/**
 * Makes a documentation example of a recorded call. Its names are what the fixtures gave (`names.ts`); random ids, times and
 * secrets become those of a made-up installation, so that the example reads well and reveals nothing.
 */
export function exampleOf(spec: EndpointSpec, sent: Record<string, unknown>, received: unknown): Example {
  const names = [...Object.keys(spec.params?.shape ?? {}), ...Object.keys(spec.query?.shape ?? {})];
  const body = Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name)));
  const takesBody = spec.body !== undefined || spec.uploads !== undefined;
  const tell = retelling();
  return {
    ...(takesBody && { request: fitting(spec.body, tell(body), body) }),
    ...(received !== undefined && { response: fitting(spec.output, tell(received), received) }),
  };
}

/** The replaced value unless its schema refuses it, then the original. */
function fitting(schema: EndpointSpec["output"], told: unknown, was: unknown): unknown {
  return schema?.safeParse(told).success === false ? was : told;
}

/** The first lines of a text, whole as far as they are short; events of a stream with their JSON retold. */
export function shownText(text: string, separator = "\n"): string {
  const tell = retelling();
  const shown = text.split(separator).map((line) => {
    const [, mark = "", json] = /^(data: )?(\{.*\})$/s.exec(line) ?? [];
    return json === undefined ? String(tell(line)) : mark + JSON.stringify(tell(JSON.parse(json)));
  });
  const lines = separator === "\n" ? shown.slice(0, mostLines) : shown;
  return lines.join(separator);
}

/** When recording began is the morning of a day; all other times keep their distance from it, in steps of ten minutes. */
const began = Date.now();
const morning = Date.UTC(2026, 10, 24, 9, 30);
const step = 10 * 60_000;
const year = 365 * 86_400_000;

function retoldTime(time: string): string {
  const distance = Date.parse(time) - began;
  if (Math.abs(distance) > 2 * year || Date.parse(time) === morning) return time;
  return new Date(morning + Math.round(distance / step) * step).toISOString();
}

/** Of one example: equal ids stay equal, and different ones different. */
export function retelling(): (value: unknown, name?: string) => unknown {
  const ids = new Map<string, string>();
  const idFor = (id: string) => {
    const known = ids.get(id) ?? `3b0f7c1e-5d2a-4c8e-9f61-2a7d4e90b${(0x315 + ids.size * 7).toString(16)}`;
    ids.set(id, known);
    return known;
  };
  const tell = (value: unknown, name = ""): unknown => {
    if (Array.isArray(value)) return value.slice(0, rows).map((item) => tell(item, name));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, tell(item, key)]));
    return typeof value === "string" ? retoldText(value, name, idFor) : value;
  };
  return tell;
}

function retoldText(value: string, name: string, idFor: (id: string) => string): string {
  // the code of an error is no secret
  const isSecretCode = name === "code" && !/^[a-z_]+$/.test(value);
  if (isSecretCode || /token|secret|password|recoveryCodes|otpauth/i.test(name)) return "…";
  if (name === "host") return "web-1";
  const retold = value
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, retoldTime)
    .replaceAll(new Date(began).toISOString().slice(0, 10), "2026-11-24")
    .replaceAll("127.0.0.1", "203.0.113.7")
    .replaceAll(/-----BEGIN PUBLIC KEY-----\n[^-]*/g, "-----BEGIN PUBLIC KEY-----\n…\n")
    .replaceAll(/([?&]saml=)[^&]+/g, "$1…")
    .replaceAll(/\b(fn[ksw])_[A-Za-z0-9_-]{43}/g, "$1_…")
    .replaceAll(/https?:\/\/(?:localhost:0|203\.0\.113\.7:\d+)/g, "https://policies.example.com")
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, idFor);
  return retold.length > letters ? `${retold.slice(0, letters)}…` : retold;
}
