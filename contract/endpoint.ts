import type { z } from "zod";
import type { Permission } from "./permissions.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who may call: a permission of the role table, everyone signed in, or (said aloud) anybody. */
export type Access = Permission | "signed-in" | "public";

/** Calls that take a turn among those of all companies before they begin (`server/shares.ts`). */
export type SharedCall = "report" | "export";

/** The calls with limits of their own; the numbers behind the names stand in `server/http/limits.ts`. */
export type LimitName =
  | "sign-in"
  | "reset"
  | "lead"
  | "ask"
  | "upload"
  | "export"
  | "import"
  | "rating"
  | "program";

export type EndpointSpec = {
  method: Method;
  /** Path below the origin with `:name` parameters, e.g. `/api/themes/:id`. */
  path: `/api/${string}`;
  permission: Access;
  summary: string;
  /** What else a caller should know, as Markdown. */
  details?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  output?: z.ZodType;
  /** HTTP status of success (200). */
  status?: 200 | 201 | 202 | 204;
  /** What goes in or comes out when it is not JSON. */
  sends?: "multipart";
  answers?: "file" | "events" | "csv";
  limit?: LimitName;
  /** Taken for as long as the call runs, its stream included. */
  turn?: SharedCall;
  /** A public call that is refused for its input does not count against the limit: a typing mistake costs nothing. */
  sparesInvalid?: boolean;
  /** `companyId` of the body is what to write, not the company that a super admin acts in. */
  companyIdIsData?: boolean;
  /** Takes API keys too, of those that carry `permission`; every other call takes people's sessions alone. */
  takesKeys?: true;
  /** Programs alone: a person's session opens nothing here. */
  keysOnly?: true;
  /** Open to people who must still change their password or accept the terms. */
  beforeGates?: boolean;
  /** Open to people who must still set up a second factor; password and terms come first. */
  beforeSecondFactor?: boolean;
  /**
   * Asks for the password (and second factor) again when this session gave it too long ago: on every call, or when the
   * body gives one of these fields; `field=value`: when it gives this value.
   */
  stepUp?: true | readonly string[];
};

/**
 * One value per call: the server binds it, the browser calls it, OpenAPI and the permission test are made from it.
 * `permission` is required, so a forgotten one does not compile.
 */
export function endpoint<const Spec extends EndpointSpec>(spec: Spec): Spec {
  return spec;
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : Record<never, never>;
type Written<T> = T extends z.ZodType ? z.input<T> : Record<never, never>;

/** What a verb receives: path parameters, query and body in one object, parsed. */
export type Input<E extends EndpointSpec> = Parsed<E["params"]> & Parsed<E["query"]> & Parsed<E["body"]>;

/** What the browser writes. */
export type Request<E extends EndpointSpec> = Written<E["params"]> & Written<E["query"]> & Written<E["body"]>;

/** What comes back after the output schema stripped what it does not declare. */
export type Output<E extends EndpointSpec> = E["output"] extends z.ZodType ? z.output<E["output"]> : void;

/** What a verb returns: the input side of the output schema. */
export type Result<E extends EndpointSpec> = E["output"] extends z.ZodType ? z.input<E["output"]> : void;
