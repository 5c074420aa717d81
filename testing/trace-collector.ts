import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type CollectedSpan = {
  service: string;
  traceId: string;
  spanId: string;
  /** Empty for the first span of a trace. */
  parentId: string;
  name: string;
  kind: number;
  attributes: Record<string, string | number | boolean>;
  /** Spans of other traces that this one follows from. */
  links: { traceId: string; spanId: string }[];
  /** 0 unset, 1 ok, 2 error. */
  status: number;
};

/**
 * An OpenTelemetry collector for OTLP over HTTP, as strict as the specification (opentelemetry.io/docs/specs/otlp): another
 * path is 404, another method 405, another content type 415, a wrong header 401 and an unreadable body 400.
 */
export async function startTraceCollector(header?: { name: string; value: string }) {
  const spans: CollectedSpan[] = [];
  /** The raw bodies, to search for what they must not contain. */
  const bodies: Buffer[] = [];
  const refusals: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const status = take(request, body);
      if (status !== 200) refusals.push(status);
      response.writeHead(status, { "content-type": "application/x-protobuf" }).end();
    });
  });
  function take(
    { url, method, headers }: { url?: string; method?: string; headers: NodeJS.Dict<string | string[]> },
    body: Buffer,
  ): number {
    if (url !== "/v1/traces") return 404;
    if (method !== "POST") return 405;
    if (headers["content-type"] !== "application/x-protobuf") return 415;
    if (header !== undefined && headers[header.name] !== header.value) return 401;
    try {
      spans.push(...spansIn(body));
    } catch {
      return 400;
    }
    bodies.push(body);
    return 200;
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    refusals,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A message's fields by number, in order: bytes, or a number for a varint or a fixed one. */
type Fields = { field: number; value: Buffer | number }[];

/** Protocol Buffers' wire format (protobuf.dev/programming-guides/encoding). @throws RangeError if it ends too early */
function fieldsOf(bytes: Buffer): Fields {
  const fields: Fields = [];
  let at = 0;
  const varint = () => {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return Number(value);
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const [field, type] = [tag >> 3, tag & 7];
    if (type === 0) fields.push({ field, value: varint() });
    else if (type === 1 || type === 5) {
      const size = type === 1 ? 8 : 4;
      fields.push({ field, value: type === 1 ? bytes.readDoubleLE(at) : bytes.readFloatLE(at) });
      at += size;
    } else if (type === 2) {
      const size = varint();
      if (at + size > bytes.length) throw new RangeError("a field is longer than its message");
      fields.push({ field, value: bytes.subarray(at, at + size) });
      at += size;
    } else throw new RangeError(`wire type ${type}`);
  }
  return fields;
}

const messages = (fields: Fields, field: number): Fields[] =>
  fields.flatMap((one) =>
    one.field === field && typeof one.value !== "number" ? [fieldsOf(one.value)] : [],
  );
const first = (fields: Fields, field: number) => fields.find((one) => one.field === field)?.value;
const bytesAt = (fields: Fields, field: number): Buffer => {
  const value = first(fields, field);
  return typeof value === "object" ? value : Buffer.alloc(0);
};
const numberAt = (fields: Fields, field: number): number => {
  const value = first(fields, field);
  return typeof value === "number" ? value : 0;
};

/** `KeyValue`s; only strings, booleans and numbers, which are all that the program sends. */
function attributesOf(fields: Fields, field: number): CollectedSpan["attributes"] {
  return Object.fromEntries(
    messages(fields, field).map((pair) => {
      const [value] = messages(pair, 2)[0] ?? [];
      const plain = typeof value?.value === "object" ? value.value.toString("utf8") : (value?.value ?? "");
      return [bytesAt(pair, 1).toString("utf8"), value?.field === 2 ? plain === 1 : plain];
    }),
  );
}

/** Field numbers of opentelemetry/proto/collector/trace/v1 and opentelemetry/proto/trace/v1. */
function spansIn(body: Buffer): CollectedSpan[] {
  return messages(fieldsOf(body), 1).flatMap((ofResource) => {
    const resource = attributesOf(messages(ofResource, 1)[0] ?? [], 1);
    return messages(ofResource, 2).flatMap((ofScope) =>
      messages(ofScope, 2).map((span) => ({
        service: String(resource["service.name"] ?? ""),
        traceId: bytesAt(span, 1).toString("hex"),
        spanId: bytesAt(span, 2).toString("hex"),
        parentId: bytesAt(span, 4).toString("hex"),
        name: bytesAt(span, 5).toString("utf8"),
        kind: numberAt(span, 6),
        attributes: attributesOf(span, 9),
        links: messages(span, 13).map((link) => ({
          traceId: bytesAt(link, 1).toString("hex"),
          spanId: bytesAt(link, 2).toString("hex"),
        })),
        status: numberAt(messages(span, 15)[0] ?? [], 3),
      })),
    );
  });
}
