import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { ProviderName } from "#contract/models/providers.ts";
import type { Body, Dialect, Finish, Refusal, Usage } from "./dialects/dialect.ts";
import { dialectAt, dialects } from "./dialects/dialects.ts";
import { misbehave, type Misbehavior } from "./misbehave.ts";

type Message = { role: string; content: string };
export type ModelCall = {
  key: string | undefined;
  model: string;
  /** The call's content; `messages` in OpenAI's chat protocol. */
  body: Body & {
    messages: Message[];
    model?: string;
    stream?: boolean;
    temperature?: number;
    max_tokens?: number;
    max_completion_tokens?: number;
  };
  /** Set if the caller hung up before the reply was complete. */
  wasAborted: boolean;
};

/** Behavior of the next replies; 'answer' writes the result of `reply` for the prompt. */
export type ModelBehavior =
  | {
      kind: "answer";
      reply(prompt: string): string;
      delayMs?: number;
      /** Tokens of the prompt a second, before the first word. */
      readsPerSecond?: number;
      /** Until this settles, only white space is sent, every 50 ms. */
      held?: Promise<unknown>;
      usage?: Usage;
      finish?: Finish;
      /** The model that really answers, as if the provider redirected a retired one. */
      answersAs?: string;
      fingerprint?: string;
      /** Output tokens used for thinking; a call that allows no more gets an empty text. */
      thinksFor?: number;
      /** Sends a refusal instead of that empty text, as some providers do. */
      refusesWithoutRoom?: boolean;
    }
  | {
      kind: "status";
      status: number;
      retryAfter?: string;
      retryAfterMs?: string;
      times?: number;
      next?: ModelBehavior;
    }
  /** The provider doesn't offer the requested model (any more). */
  | { kind: "gone" }
  /** The account is not paid for, in the provider's own words. */
  | { kind: "no-credit" }
  /** Prompts of more characters than `above` exceed the model's context; others get what `next` says. */
  | { kind: "too-long"; above: number; next: ModelBehavior }
  | { kind: "cut"; text: string }
  | Misbehavior;

export type ModelServer = {
  /** In OpenAI's dialect. */
  url: string;
  urlOf(provider: ProviderName): string;
  calls: ModelCall[];
  /** Texts sent for embedding, by call. */
  embedded: string[][];
  /** Turns texts into vectors; by default one dimension, all equal. */
  embedWith(embed: (text: string) => number[]): void;
  behave(behavior: ModelBehavior): void;
  /** Models in the lists of models. */
  offer(models: string[]): void;
  close(): Promise<void>;
};

/**
 * Language models for tests, over real HTTP, in the dialect of each provider: as strict as the providers about parameters,
 * keys and models (`dialects/`), and compliant, slow, broken or refusing on request. Keys that begin with 'bad' are
 * refused.
 */
export async function startModelServer(port = 0): Promise<ModelServer> {
  const calls: ModelCall[] = [];
  const embedded: string[][] = [];
  let embed: (text: string) => number[] = () => [1];
  let behavior: ModelBehavior = { kind: "answer", reply: () => "Nothing was set up." };
  let offered: string[] = [];
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = dialectAt(request.url ?? "");
    if (at === null) return refuse(response, { status: 404, body: "not found" });
    const { dialect, rest } = at;
    const key = dialect.keyIn(request.headers);
    if (key?.startsWith("bad")) return refuse(response, dialect.keyRefused(key));
    if (/^\/models(?:\?|$)/.test(rest)) {
      if (behavior.kind === "garbage") return misbehave(behavior, response);
      return refuse(response, { status: 200, body: dialect.list(offered) });
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as ModelCall["body"];
    if (rest === "/embeddings" && behavior.kind !== "status") return embedAll(body, response);
    if (!dialect.path.test(rest)) return refuse(response, { status: 404, body: "not found" });
    const call: ModelCall = { key, model: dialect.modelIn(rest, body), body, wasAborted: false };
    calls.push(call);
    response.once("close", () => {
      if (!response.writableFinished) call.wasAborted = true;
    });
    const refusal = dialect.refuse({ model: call.model, headers: request.headers, body });
    if (refusal !== null) return refuse(response, refusal);
    await play(behavior, call, dialect, response);
  }

  function embedAll(body: Body, response: ServerResponse): void {
    const input = body.input as string[];
    embedded.push(input);
    const tokens = input.join(" ").split(/\s+/).length;
    const data = input.map((text, index) => ({ object: "embedding", index, embedding: embed(text) }));
    const usage = { prompt_tokens: tokens, total_tokens: tokens };
    refuse(response, { status: 200, body: { object: "list", data, model: "m", usage } });
  }

  async function play(
    how: ModelBehavior,
    call: ModelCall,
    dialect: Dialect,
    response: ServerResponse,
  ): Promise<void> {
    if (how.kind === "gone") return refuse(response, dialect.modelGone(call.model));
    if (how.kind === "no-credit") return refuse(response, dialect.noCredit ?? dialect.failed(429));
    if (how.kind === "too-long") {
      const { length } = dialect.promptIn(call.body);
      if (length <= how.above) return play(how.next, call, dialect, response);
      return refuse(response, dialect.tooLong(Math.ceil(length / 4), Math.floor(how.above / 4)));
    }
    if (how.kind === "status") {
      const left = (how.times ?? Number.POSITIVE_INFINITY) - 1;
      if (left <= 0 && how.next !== undefined) behavior = how.next;
      else if (how.times !== undefined) behavior = { ...how, times: left };
      const { status, body } = dialect.failed(how.status);
      const headers = {
        ...(how.retryAfter === undefined ? {} : { "retry-after": how.retryAfter }),
        ...(how.retryAfterMs === undefined ? {} : { "retry-after-ms": how.retryAfterMs }),
      };
      return refuse(response, { status, body, headers });
    }
    if (how.kind !== "answer" && how.kind !== "cut") return misbehave(how, response);
    const { answersAs = call.model, fingerprint = null, thinksFor = 0 } = how.kind === "answer" ? how : {};
    const writer = dialect.writer(response, { model: answersAs, fingerprint });
    const limit = dialect.limitIn(call.body);
    const isSpent = how.kind === "answer" && limit !== null && limit <= thinksFor;
    if (isSpent && how.refusesWithoutRoom === true && dialect.noRoom !== null)
      return refuse(response, dialect.noRoom);
    response.writeHead(200, { "content-type": dialect.contentType });
    writer.begin();
    if (isSpent) return writer.end("length", { prompt_tokens: 100, completion_tokens: limit });
    const prompt = dialect.promptIn(call.body);
    if (how.kind === "answer" && how.readsPerSecond !== undefined)
      await wait((prompt.length / 4 / how.readsPerSecond) * 1_000);
    if (response.destroyed) return;
    const text = how.kind === "cut" ? how.text : how.reply(prompt);
    if (how.kind === "answer" && how.held !== undefined)
      await sayNothing(how.held, () => void writer.text(" "));
    for (const piece of text.match(/[\s\S]{1,12}/g) ?? []) {
      if (how.kind === "answer" && how.delayMs) await wait(how.delayMs);
      if (response.destroyed) return;
      writer.text(piece);
    }
    if (how.kind === "cut") {
      await wait(50); // lets the written data arrive
      response.socket?.destroy();
      return;
    }
    writer.end(how.finish ?? "stop", how.usage ?? { prompt_tokens: 100, completion_tokens: 20 });
  }

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urlOf = (provider: ProviderName) => `${origin}${dialects[provider].prefix}`;
  return {
    url: urlOf("openai"),
    urlOf,
    calls,
    embedded,
    embedWith: (next) => void (embed = next),
    behave: (next) => void (behavior = next),
    offer: (models) => void (offered = models),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function refuse(response: ServerResponse, { status, body, headers }: Refusal): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

async function sayNothing(until: Promise<unknown>, say: () => void): Promise<void> {
  const timer = setInterval(say, 50);
  await until.finally(() => clearInterval(timer));
}
