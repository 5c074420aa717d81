import type { EndpointSpec, Output, Request } from "#contract/kernel/endpoint.ts";
import type { Actor } from "./vocabulary.ts";
import type { World } from "./world.ts";

/** A call, and what the model expects of it. */
export type Step = {
  by: Actor;
  spec: EndpointSpec;
  input: Record<string, unknown>;
  form?: FormData;
  status: number;
  /** The rows of a list that succeeds, in any order. */
  rows?: string[];
  /** Names the rows of the reply as `rows` does. */
  rowsOf?(body: unknown): string[];
  /** Called with the body of a success, to learn the ids it gave. */
  learn?(body: never): void;
};

/** A call of the contract, with its input checked by the compiler. */
export function step<E extends EndpointSpec>(
  by: Actor,
  spec: E,
  input: Request<E>,
  expected: {
    status: number;
    form?: FormData;
    rows?: string[];
    rowsOf?(body: Output<E>): string[];
    learn?(body: Output<E>): void;
  },
): Step {
  return { by, spec, input, ...expected };
}

/**
 * The status of a call that only administrators may make: 401 for an agent whose session has ended, 403 for any agent, 404
 * for somebody of another company or if what it names is gone; otherwise `then` decides.
 */
export function forAdmins(world: World, by: Actor, isThere: boolean, then: () => number = () => 200): number {
  if (by === "agent") return world.isAgentSignedIn ? 403 : 401;
  return by === "stranger" || !isThere ? 404 : then();
}
