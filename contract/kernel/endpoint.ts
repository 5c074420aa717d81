import type { z } from "zod";
import type { Permission } from "./permissions.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who may call: a permission from the role table, every signed-in person, or (explicitly) anyone. */
export type Access = Permission | "signed-in" | "public";

/** Calls that wait for their company's turn before they start (`server/kernel/fair-use.ts`). */
export type SharedCall = "report" | "export";

/** Calls with their own limits; the numbers behind the names are in `server/kernel/limits.ts`. */
export type LimitName =
  | "sign-in"
  | "reset"
  | "lead"
  | "ask"
  | "upload"
  | "export"
  | "import"
  | "rating"
  | "program"
  | "widget";

/** Conditional headers (RFC 9110, 13.1) that a call can read. */
export type Condition = "If-Match" | "If-None-Match";

export type EndpointSpec = {
  method: Method;
  /** Path below the origin with `:name` parameters, e.g. `/api/themes/:id`. */
  path: `/api/${string}`;
  permission: Access;
  summary: string;
  /** Other notes for the caller, as Markdown. */
  details?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  output?: z.ZodType;
  /** HTTP status of success (200). */
  status?: 200 | 201 | 202 | 204 | 303;
  /** What a call returns by the status of its success, where it can have several; `output` is any of them. */
  outputs?: Readonly<Partial<Record<200 | 201, z.ZodType>>>;
  /** The conditional headers that it reads: a write is refused with 412, a read answered with 304. */
  conditions?: readonly Condition[];
  /** Whether a success names its state in an `ETag` header. */
  hasEtag?: true;
  /** Whether a success names what it created in a `Location` header. */
  hasLocation?: true;
  /** Whether it can be refused with 409 for more than an Idempotency-Key; if left out, a write can and a read can't. */
  conflicts?: boolean;
  /** Whether it can name a thing that may be absent by more than an id, which a reader of the declaration sees. */
  namesThings?: true;
  /** Takes files, as a multipart form: the form field, how many one call takes, how long and of which media types. */
  uploads?: { field: "file" | "files"; most: number; mostBytes: number; types: readonly string[] };
  /**
   * The content type of input or output that is not JSON; `form` is URL-encoded, as another site posts it; a file has one
   * of these media types.
   */
  sends?: "form";
  answers?: "events" | "spreadsheet" | "xml" | "redirect" | { file: readonly string[] };
  /**
   * Each event of a stream, which answers `Accept: text/event-stream` where there is an `output` too; each line of a file
   * of JSON Lines.
   */
  events?: z.ZodType;
  /** When a call without output returns 204, in words for its caller. */
  emptyWhen?: string;
  /** The browser is sent here by another site's form; the call must not act for the browser's session. */
  fromOtherSites?: true;
  /** What the output proves depends on each character: screens show it with those that turn the text around them. */
  isVerbatim?: true;
  limit?: LimitName;
  /** Held for the duration of the call, including its stream. */
  fairQueue?: SharedCall;
  /** A public call refused for its input does not count against the limit, so a typo costs nothing. */
  refundsInvalidInput?: boolean;
  /** A public call that succeeds does not count against the limit. */
  sparesSuccess?: boolean;
  /** From a trusted range, this public call counts for the account named in its body rather than for the address. */
  countsAccounts?: boolean;
  /** `companyId` in the body is data to write, not the company that a super admin acts in. */
  companyIdIsData?: boolean;
  /** Also accepts API keys that carry `permission`; all other calls accept only people's sessions. */
  takesKeys?: true;
  /** For programs only: a person's session is refused. */
  keysOnly?: true;
  /**
   * `own`: the verb itself recognizes a repeated Idempotency-Key, since its response may have changed meanwhile. `none`: it
   * reads no such key.
   */
  repeats?: "own" | "none";
  /** Open to people who must still change their password or accept the terms. */
  allowedBeforeOnboarding?: boolean;
  /** Open to people who must still set up a second factor, after the password and the terms. */
  beforeSecondFactor?: boolean;
  /**
   * Asks for the password (and second factor) again if this session gave it too long ago: on every call, or when the
   * body contains one of these fields; `field=value`: when it contains this value.
   */
  stepUp?: true | readonly string[];
};

/** A call at any path: those of other protocols (`/v1`) have the same declarations. */
export type CallSpec = Omit<EndpointSpec, "path"> & { path: string };

/** A misspelled `stepUp` or `limit` would protect nothing. */
type Unknown<Spec> = { [Key in Exclude<keyof Spec, keyof EndpointSpec>]: never };

/**
 * One value per call: the server binds it, the browser calls it, and OpenAPI and the permission test are generated from
 * it. `permission` is required, so a forgotten one does not compile, nor does a field that doesn't exist.
 */
export function endpoint<const Spec extends EndpointSpec>(spec: Spec & Unknown<Spec>): Spec {
  return spec;
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : Record<never, never>;
type Written<T> = T extends z.ZodType ? z.input<T> : Record<never, never>;

/** What a verb receives: path parameters, query and body, parsed into one object. */
export type Input<E extends EndpointSpec> = Parsed<E["params"]> & Parsed<E["query"]> & Parsed<E["body"]>;

/** What the browser sends. */
export type Request<E extends EndpointSpec> = Written<E["params"]> & Written<E["query"]> & Written<E["body"]>;

/** The response after the output schema has stripped undeclared fields. */
export type Output<E extends EndpointSpec> = E["output"] extends z.ZodType ? z.output<E["output"]> : void;

/** What a verb returns: the input side of the output schema. */
export type Result<E extends EndpointSpec> = E["output"] extends z.ZodType ? z.input<E["output"]> : void;
