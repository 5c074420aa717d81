import type { EndpointSpec, Output, Request } from "#contract/kernel/endpoint.ts";
import type { ErrorBody } from "#contract/kernel/errors.ts";

/** A response as a test sees it: status and body, an error body if the status isn't a success. */
export type Reply<E extends EndpointSpec> = {
  status: number;
  body: Output<E>;
  error: ErrorBody;
  headers: Headers;
  text: string;
  bytes: Buffer;
};

/** The rows of a list, with or without a page request. */
export function rowsOf<Row>(list: Row[] | { rows: Row[] }): Row[] {
  return Array.isArray(list) ? list : list.rows;
}

/** Calls an endpoint of the contract over HTTP, as a browser would. */
export async function call<E extends EndpointSpec>(
  url: string,
  token: string | null,
  spec: E,
  input?: Request<E>,
  extra: { headers?: Record<string, string>; form?: FormData | URLSearchParams } = {},
): Promise<Reply<E>> {
  const values: Record<string, unknown> = { ...(input as object | undefined) };
  const path = spec.path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = String(values[name]);
    delete values[name];
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const name of Object.keys(spec.query?.shape ?? {})) {
    if (values[name] === undefined) continue;
    query.set(name, String(values[name]));
    delete values[name];
  }
  const hasBody =
    spec.method !== "GET" &&
    extra.form === undefined &&
    (spec.body !== undefined || Object.keys(values).length > 0);
  const response = await fetch(`${url}${path}${query.size > 0 ? `?${query}` : ""}`, {
    method: spec.method,
    redirect: "manual",
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(hasBody ? { "content-type": "application/json" } : {}),
      ...extra.headers,
    },
    ...(extra.form !== undefined ? { body: extra.form } : hasBody ? { body: JSON.stringify(values) } : {}),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const isJson = /^application\/(?:problem\+)?json/.test(response.headers.get("content-type") ?? "");
  const body: unknown = isJson ? JSON.parse(text) : undefined;
  return {
    status: response.status,
    body: body as Output<E>,
    error: errorOf(body),
    headers: response.headers,
    text,
    bytes,
  };
}

/** The body of a reply. @throws Error if the call was refused */
export function succeeded<E extends EndpointSpec>(spec: E, { status, body, text }: Reply<E>): Output<E> {
  if (status >= 400) throw new Error(`${spec.method} ${spec.path}: ${status} ${text}`);
  return body;
}

/** Makes a call that must succeed. */
export async function send<E extends EndpointSpec>(
  url: string,
  token: string | null,
  spec: E,
  input?: Request<E>,
  form?: FormData,
): Promise<Output<E>> {
  return succeeded(spec, await call(url, token, spec, input, form && { form }));
}

/** An error in the form of our own calls, also if it came as a problem for programs (RFC 9457). */
function errorOf(body: unknown): ErrorBody {
  if (typeof body !== "object" || body === null || !("detail" in body)) return body as ErrorBody;
  const { detail, errors, ...rest } = body as {
    detail: string;
    errors?: { field: string; detail: string }[];
  };
  return {
    ...rest,
    error: detail,
    ...(errors && { fields: Object.fromEntries(errors.map((one) => [one.field, one.detail])) }),
  } as ErrorBody;
}

type File = { name: string; bytes: Uint8Array | string };

export const formOf = (...files: File[]): FormData => formIn("files", ...files);

/** For the calls that take one file, in the field `file`. */
export function formIn(field: string, ...files: File[]): FormData {
  const form = new FormData();
  for (const { name, bytes } of files)
    form.append(field, new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)]), name);
  return form;
}
