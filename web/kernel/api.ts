import type { EndpointSpec, Output, Request } from "#contract/kernel/endpoint.ts";
import type { ErrorBody, ErrorCode } from "#contract/kernel/errors.ts";
import { askForProof } from "./ask-for-proof.ts";
import { forgetSession, keepSession, readSession, sessionToken } from "./session-store.ts";

/** A server refusal, with its message. `status` 0: the server couldn't be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | "offline";
  readonly fields: Record<string, string>;
  /** With second_factor_required: the challenge for a passkey to sign. */
  readonly passkey: ErrorBody["passkey"];
  /** With changed_meanwhile: what others changed. */
  readonly meanwhile: ErrorBody["meanwhile"];

  constructor(
    status: number,
    code: ErrorCode | "offline",
    message: string,
    { fields = {}, passkey, meanwhile }: Pick<ErrorBody, "fields" | "passkey" | "meanwhile"> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.passkey = passkey;
    this.meanwhile = meanwhile;
  }
}

/**
 * A change up to this many characters is sent even if its page closes or reloads right away. Browsers guarantee 64 KiB
 * at a time and refuse more: two such changes stay below it in any script.
 */
const mostOutliving = 8_000;

/**
 * Calls an endpoint of the contract; once more after the person gave the password it asks for.
 * @throws ApiError with a message for the person; an ended session is cleared first
 */
export async function callApi<E extends EndpointSpec>(
  spec: E,
  input?: Request<E>,
  signal?: AbortSignal,
): Promise<Output<E>> {
  const repeats = spec.method === "GET" ? null : repeatsOf(spec, input);
  const repeatKey = spec.method === "POST" ? repeats?.key : undefined;
  const options = { signal, outlivesPage: spec.method !== "GET", repeatKey };
  const response = await send(spec, input, options);
  if (response.status < 500) repeats?.end();
  if (!response.ok) {
    const error = await readError(response);
    if (error.code === "proof_required" && (await askForProof())) return callApi(spec, input, signal);
    throw error;
  }
  if (response.status === 204) return undefined as Output<E>;
  const text = await response.text();
  return JSON.parse(spec.isVerbatim ? text : text.replace(turning, "")) as Output<E>;
}

/** Characters that turn the text around them (UAX #9): a name stored before they were refused reads as it is written. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;
/** The last write, until its answer comes. */
let latest: { sent: string; key: string } | null = null;

/**
 * The key of a write: that of the last one, if it sends the same and has no answer yet. So a second press, or another try
 * after a lost connection, is carried out once; on, off and on again are three. `end`: its response has arrived.
 */
function repeatsOf(spec: EndpointSpec, input: object | undefined): { key: string; end(): void } {
  const sent = `${spec.method} ${spec.path} ${JSON.stringify(input)}`;
  const own = latest?.sent === sent ? latest : { sent, key: crypto.randomUUID() };
  latest = own;
  return {
    key: own.key,
    end() {
      if (latest === own) latest = null;
    },
  };
}

/** One page of a list; without a page parameter the API returns the plain array, complete. */
export function pageOf<Row>(answer: Row[] | { rows: Row[]; total: number }): { rows: Row[]; total: number } {
  return Array.isArray(answer) ? { rows: answer, total: answer.length } : answer;
}

/** The request behind `callApi`, for streamed answers and sent files (`form`); those end with their page. */
export async function send<E extends EndpointSpec>(
  spec: E,
  input: Request<E> | undefined,
  options: {
    signal?: AbortSignal | undefined;
    accept?: string;
    outlivesPage?: boolean;
    repeatKey?: string | undefined;
    form?: FormData;
  } = {},
): Promise<Response> {
  const { url, body } = locate(spec, input);
  const text = body === undefined ? "" : JSON.stringify(body);
  try {
    return await fetch(url, {
      method: spec.method,
      credentials: "same-origin",
      headers: {
        ...authorization(),
        ...(options.accept ? { accept: options.accept } : {}),
        ...(options.repeatKey ? { "idempotency-key": options.repeatKey } : {}),
        // of a form the browser states it, with the boundary
        ...(options.form ? {} : { "content-type": "application/json" }),
      },
      ...(options.form ? { body: options.form } : text === "" ? {} : { body: text }),
      ...(options.outlivesPage && text.length <= mostOutliving ? { keepalive: true } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(
      0,
      "offline",
      "The server cannot be reached. Check your connection; nothing you typed is lost.",
    );
  }
}

export function authorization(): Record<string, string> {
  const token = sessionToken();
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/** A call's URL, with its input divided into path, query and body. */
export function locate<E extends EndpointSpec>(
  spec: E,
  input: Request<E> | undefined,
): { url: string; body: Record<string, unknown> | undefined } {
  const rest: Record<string, unknown> = { ...(input as object | undefined) };
  const path = spec.path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const name of Object.keys(spec.query?.shape ?? {})) {
    const value = rest[name];
    delete rest[name];
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  return {
    url: query.size > 0 ? `${path}?${query}` : path,
    body:
      spec.method === "GET" || (spec.body === undefined && Object.keys(rest).length === 0) ? undefined : rest,
  };
}

export async function readError(response: Response): Promise<ApiError> {
  const text = await response.text();
  let body: Partial<ErrorBody> = {};
  try {
    body = JSON.parse(text) as Partial<ErrorBody>;
  } catch {
    body = {};
  }
  // the API's wording for a missing session comes from the specification; people read the next step
  const said = body.error === "Not authenticated" ? "Sign in to continue." : body.error;
  const message = said ?? (response.statusText || `Request failed: ${response.status}`);
  const error = new ApiError(response.status, body.code ?? "internal", message, body);
  // the requirement can start at any moment: the guard leads to the setup screen
  const session = error.code === "second_factor_setup_required" ? readSession() : null;
  if (session !== null && !session.user.mustSetUpSecondFactor)
    keepSession({ user: { ...session.user, mustSetUpSecondFactor: true } });
  if (error.code === "unauthenticated" && sessionToken() !== null) forgetSession();
  return error;
}
