import type { createApp } from "#server/operation/start/app.ts";
import { api, programs, type Operation, type Reader } from "./described-calls.ts";

type App = Awaited<ReturnType<typeof createApp>>;

/** Headers of every response of a web server, of the connection, and of browsers' safety, which no client needs described. */
const ofEveryServer =
  /^(?:cache-control|connection|content-length|content-type|content-security-policy|cross-origin-.*|access-control-.*|date|keep-alive|permissions-policy|referrer-policy|set-cookie|strict-transport-security|transfer-encoding|vary|x-accel-buffering|x-content-type-options|x-frame-options)$/;

/**
 * Compares every response with the descriptions that have its call (`/api/openapi.json` and `/api/v1/openapi.json`): its
 * status, its headers, its content type, its body, and the events of a stream.
 * @returns how many responses were compared so far, and what differed
 */
export function watchCalls(app: App) {
  const differing = new Set<string>();
  let compared = 0;
  app.addHook("onSend", async ({ method, routeOptions }, reply, payload) => {
    const route = routeOptions.url ?? "";
    for (const reader of [programs, api]) {
      const operation = reader.operationAt(method, route);
      if (operation === undefined) continue;
      compared += 1;
      const answer = { status: reply.statusCode, headers: reply.getHeaders(), payload };
      const report = (difference: string) =>
        differing.add(`${method} ${route} ${answer.status}${difference}`);
      compare(reader, operation, answer, report);
    }
    return payload;
  });
  return { compared: () => compared, differing: () => [...differing] };
}

type Answer = { status: number; headers: Record<string, unknown>; payload: unknown };

function compare(
  reader: Reader,
  operation: Operation,
  { status, headers, payload }: Answer,
  report: (difference: string) => void,
): void {
  const described = reader.responseOf(operation, status);
  if (described === undefined) return report(" is not described");
  const known = new Set(Object.keys(described.headers ?? {}).map((name) => name.toLowerCase()));
  for (const name of Object.keys(headers))
    if (!known.has(name) && !ofEveryServer.test(name)) report(` has the header ${name}`);
  const type = String(headers["content-type"] ?? "").split(";")[0] ?? "";
  if (type === "" || payload === null || payload === undefined) return;
  const content = described.content?.[type];
  if (content === undefined) return report(` has the type ${type}`);
  const fits = (schema: object, text: string) => {
    const misfit = reader.misfitOf(schema, JSON.parse(text));
    if (misfit !== null) report(`: ${misfit}`);
  };
  const { contentSchema } = content.schema;
  if (contentSchema !== undefined) watchPieces(payload, (text) => fits(contentSchema.items, text));
  else if (type.endsWith("json") && typeof payload === "string") fits(content.schema, payload);
}

type Pushing = { push(chunk: unknown): boolean };

/** Looks at each event as the stream reads it from its source, so that its pace stays the reader's. */
function watchPieces(payload: unknown, look: (text: string) => void): void {
  const stream = payload as Pushing;
  const push = stream.push.bind(stream);
  let rest = "";
  stream.push = (chunk) => {
    const lines = (rest + (chunk === null ? "" : String(chunk))).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const text = line.replace(/^data: /, "");
      if (text.startsWith("{")) look(text);
    }
    return push(chunk);
  };
}
