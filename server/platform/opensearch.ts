import { rootCertificates } from "node:tls";
import { Agent, request } from "undici";
import { z } from "zod";
import { certificateFault, networkFailure } from "./network-failure.ts";

/** An OpenSearch as configured: the operator's own, so its address may be internal. */
export type SearchServer = {
  origin: string;
  signIn: { user: string; password: string } | null;
  /** PEM of an authority to trust beside the public ones. */
  ca: string | null;
  /** What the names of its indexes begin with. */
  prefix: string;
};

/**
 * `away`: it does not answer, or lacks a part of the index; `gone`: the index does not exist; `busy`: ask again later; `full`:
 * it takes nothing new; `refused`: the login may not do this; `other`: it is not what SEARCH_URL should name.
 */
export type SearchFault = "away" | "gone" | "busy" | "full" | "refused" | "other";

/** The message is a sentence for the operator. */
export class SearchError extends Error {
  readonly fault: SearchFault;
  constructor(fault: SearchFault, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.fault = fault;
  }
}

type Asked = {
  /** JSON, or a text of lines of JSON. */
  body?: unknown;
  patienceMs: number;
};

export type OpenSearch = {
  /** @throws SearchError */
  call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, asked: Asked): Promise<unknown>;
  /** Where it is, for sentences; without the login. */
  host: string;
  close(): Promise<void>;
};

const Failure = z.object({
  error: z.union([z.string(), z.object({ type: z.string().default(""), reason: z.string().nullish() })]),
});

export function openOpenSearch({ origin, signIn, ca }: SearchServer): OpenSearch {
  const trusted = ca === null ? {} : { ca: [...rootCertificates, ca] };
  const agent = new Agent({ connect: { timeout: 5_000, ...trusted }, connections: 16 });
  const { host } = new URL(origin);
  const authorization =
    signIn === null
      ? {}
      : { authorization: `Basic ${Buffer.from(`${signIn.user}:${signIn.password}`).toString("base64")}` };
  return {
    host,
    async call(method, path, { body, patienceMs }) {
      const isLines = typeof body === "string";
      let status: number;
      let text: string;
      try {
        // nothing is compressed: for a question that costs the cluster more than its reading
        const response = await request(`${origin}${path}`, {
          method,
          headers: {
            ...authorization,
            ...(body === undefined
              ? {}
              : { "content-type": isLines ? "application/x-ndjson" : "application/json" }),
          },
          ...(body === undefined ? {} : { body: isLines ? body : JSON.stringify(body) }),
          signal: AbortSignal.timeout(patienceMs),
          dispatcher: agent,
        });
        status = response.statusCode;
        text = await response.body.text();
      } catch (cause) {
        const fault = certificateFault(cause);
        const advice = fault === null ? "" : ` ${certificateAdvice[fault]}`;
        throw new SearchError("away", networkFailure(cause, host, patienceMs) + advice, { cause });
      }
      if (status >= 300) throw faultOf(status, text, host);
      try {
        return JSON.parse(text);
      } catch (cause) {
        throw new SearchError("other", `${host} does not answer as an OpenSearch does.`, { cause });
      }
    },
    close: () => agent.close(),
  };
}

const certificateAdvice = {
  name: "It is for other names: SEARCH_URL must use one of them.",
  time: "It has expired or isn't valid yet: renew it.",
  authority: "Put the certificate of the authority that issued it into SEARCH_CA_FILE.",
};

function faultOf(status: number, text: string, host: string): SearchError {
  const { type, reason } = failureIn(text);
  const says = `${host} answered with ${status}${type === "" ? "" : ` (${type}: ${reason.slice(0, 300)})`}.`;
  if (status === 404) return new SearchError("gone", says);
  if (type === "cluster_block_exception")
    return new SearchError(
      "full",
      `${host} takes no new data: an index is blocked for writing, as when a disk of the cluster is full (${reason.slice(0, 300)}).`,
    );
  if (status === 429) return new SearchError("busy", says);
  if (status === 401)
    return new SearchError("refused", `${host} does not accept the user name and password of SEARCH_URL.`);
  if (status === 403) return new SearchError("refused", `The login of SEARCH_URL lacks a right. ${says}`);
  return new SearchError(status >= 500 ? "away" : "other", says);
}

function failureIn(text: string): { type: string; reason: string } {
  try {
    const { error } = Failure.parse(JSON.parse(text));
    return typeof error === "string"
      ? { type: "", reason: error }
      : { type: error.type, reason: error.reason ?? "" };
  } catch {
    return { type: "", reason: "" };
  }
}
