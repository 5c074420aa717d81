/** The functions that one side of a thread offers the other, each of one cloneable value. */
export type Offers = Record<string, (input: never) => unknown>;
export type Input<Offered extends Offers, Name extends keyof Offered> = Parameters<Offered[Name]>[0];
export type Output<Offered extends Offers, Name extends keyof Offered> = Awaited<ReturnType<Offered[Name]>>;

type Message =
  | { type: "call"; id: number; name: string; input: unknown }
  | { type: "done"; id: number; output: unknown }
  | { type: "failed"; id: number; message: string; failure: Failure }
  | EndMessage
  | ReadyMessage
  | { type: "ping" }
  | { type: "pong" };

/** A thread's message once everything is loaded: from then on it can be terminated. */
export type ReadyMessage = { type: "ready" };

/** The program's message to a thread that is no longer needed (threads.ts). */
export type EndMessage = { type: "end" };

type Port = {
  postMessage(message: Message, transfer?: readonly ArrayBuffer[]): void;
  on(event: "message", hear: (message: Message) => void): unknown;
};

/** Calls over a thread's port, in both directions. An error arrives on the other side with its message. */
export type ThreadCalls<Theirs extends Offers> = {
  call<Name extends keyof Theirs & string>(
    name: Name,
    input: Input<Theirs, Name>,
  ): Promise<Output<Theirs, Name>>;
  /** Fails every pending call: the other side is gone. */
  fail(error: Error): void;
  /** Whether a call is pending. */
  isBusy(): boolean;
  /** Settles once the other side's event loop responds. */
  ping(): Promise<void>;
};

export function callsOver<Theirs extends Offers, Ours extends Offers>(
  port: Port,
  ours: Ours,
): ThreadCalls<Theirs> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const pings: (() => void)[] = [];
  let last = 0;

  async function answer({ id, name, input }: Message & { type: "call" }): Promise<void> {
    try {
      const offered = ours[name];
      if (offered === undefined) throw new Error(`There is no '${name}' here.`);
      // the other side's messages have the right type: both sides are this program, typed by the same offers
      port.postMessage({ type: "done", id, output: await offered(input as never) });
    } catch (error) {
      port.postMessage({
        type: "failed",
        id,
        message: error instanceof Error ? error.message : String(error),
        failure: failureOf(error),
      });
    }
  }

  port.on("message", (message) => {
    if (message.type === "call") return void answer(message);
    if (message.type === "ping") return port.postMessage({ type: "pong" });
    if (message.type === "pong") return pings.shift()?.();
    if (message.type === "end" || message.type === "ready") return;
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === "done") call?.resolve(message.output);
    else call?.reject(Object.assign(new Error(message.message), message.failure));
  });

  return {
    call(name, input) {
      const id = ++last;
      const call = Promise.withResolvers<unknown>();
      waiting.set(id, call);
      port.postMessage({ type: "call", id, name, input });
      return call.promise as Promise<Output<Theirs, typeof name>>;
    },
    fail(error) {
      for (const call of waiting.values()) call.reject(error);
      waiting.clear();
    },
    isBusy: () => waiting.size > 0,
    ping: () =>
      new Promise((resolve) => {
        pings.push(resolve);
        port.postMessage({ type: "ping" });
      }),
  };
}

/** Fields that identify a database outage or timeout. */
type Failure = { code?: string; syscall?: string; severity?: string };

function failureOf(error: unknown): Failure {
  const { code, syscall, severity } = (error ?? {}) as Failure;
  return { ...(code && { code }), ...(syscall && { syscall }), ...(severity && { severity }) };
}
