import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

type Message = { role: string; content: string };
export type ModelCall = {
  key: string | undefined;
  body: { model: string; messages: Message[]; stream?: boolean; temperature?: number; max_tokens?: number };
  /** Set when the caller hung up before the reply was complete. */
  wasAborted: boolean;
};

/** How the next replies behave; 'answer' writes the text that `reply` makes of the prompt. */
export type ModelBehaviour =
  | {
      kind: "answer";
      reply(prompt: string): string;
      delayMs?: number;
      /** Until this settles nothing but white space is said, every 50 ms. */
      held?: Promise<unknown>;
      usage?: { prompt_tokens: number; completion_tokens: number };
      finish?: "stop" | "length";
    }
  | { kind: "status"; status: number; retryAfter?: string; times?: number; next?: ModelBehaviour }
  | { kind: "hang" }
  /** A byte of a valid reply at a time, this far apart. */
  | { kind: "drip"; everyMs: number }
  | { kind: "cut"; text: string }
  | { kind: "garbage"; contentType: string; body: string }
  /** Deltas as they are, each a chunk of its own. */
  | { kind: "deltas"; deltas: object[] }
  | { kind: "flood"; bytes: number };

export type ModelServer = {
  url: string;
  calls: ModelCall[];
  /** Texts that were sent to be embedded, by call. */
  embedded: string[][];
  /** How texts become vectors; by default one dimension, all alike. */
  embedWith(embed: (text: string) => number[]): void;
  behave(behaviour: ModelBehaviour): void;
  close(): Promise<void>;
};

/** A language model for tests: OpenAI's chat protocol over real HTTP, obedient, slow, broken or refusing as told. */
export async function startModelServer(port = 0): Promise<ModelServer> {
  const calls: ModelCall[] = [];
  const embedded: string[][] = [];
  let embed: (text: string) => number[] = () => [1];
  let behaviour: ModelBehaviour = { kind: "answer", reply: () => "Nothing was set up." };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = request.headers.authorization?.replace("Bearer ", "");
    if (request.url?.endsWith("/models")) {
      response.writeHead(key?.startsWith("bad") ? 401 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ data: [] }));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url?.endsWith("/embeddings") && behaviour.kind !== "status") {
      const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
      embedded.push(input);
      response.writeHead(200, { "content-type": "application/json" });
      const data = input.map((text, index) => ({ object: "embedding", index, embedding: embed(text) }));
      const tokens = input.join(" ").split(/\s+/).length;
      response.end(
        JSON.stringify({
          object: "list",
          data,
          model: "m",
          usage: { prompt_tokens: tokens, total_tokens: tokens },
        }),
      );
      return;
    }
    const call: ModelCall = {
      key,
      body: JSON.parse(Buffer.concat(chunks).toString()) as ModelCall["body"],
      wasAborted: false,
    };
    calls.push(call);
    response.once("close", () => {
      if (!response.writableFinished) call.wasAborted = true;
    });
    await play(behaviour, call, response);
  }

  async function play(how: ModelBehaviour, call: ModelCall, response: ServerResponse): Promise<void> {
    if (how.kind === "hang") return;
    if (how.kind === "drip") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const byte of `data: {"id":"c1","choices":[{"index":0,"delta":{"content":"slow"}}]}\n\n`) {
        if (response.destroyed) return;
        response.write(byte);
        await wait(how.everyMs);
      }
      return;
    }
    if (how.kind === "status") {
      const left = (how.times ?? Number.POSITIVE_INFINITY) - 1;
      if (left <= 0 && how.next !== undefined) behaviour = how.next;
      else if (how.times !== undefined) behaviour = { ...how, times: left };
      response.writeHead(how.status, {
        "content-type": "application/json",
        ...(how.retryAfter ? { "retry-after": how.retryAfter } : {}),
      });
      response.end(JSON.stringify({ error: { message: `refused with ${how.status}` } }));
      return;
    }
    if (how.kind === "garbage") {
      response.writeHead(200, { "content-type": how.contentType });
      response.end(how.body);
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (delta: object, finish: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", created: 1, model: call.body.model, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
      );
    if (how.kind === "deltas") {
      for (const delta of how.deltas) send(delta);
      send({}, "stop");
      response.end("data: [DONE]\n\n");
      return;
    }
    if (how.kind === "flood") {
      for (let sent = 0; sent < how.bytes && !response.destroyed; sent += 65_536) {
        if (!send({ content: "word ".repeat(13_107) }))
          await Promise.race([new Promise((resolve) => response.once("drain", resolve)), wait(1000)]);
      }
      response.end();
      return;
    }
    const text =
      how.kind === "cut"
        ? how.text
        : how.reply(call.body.messages.map((message) => message.content).join("\n"));
    if (how.kind === "answer" && how.held !== undefined)
      await sayNothing(how.held, () => send({ content: " " }));
    for (const piece of text.match(/[\s\S]{1,12}/g) ?? []) {
      if (how.kind === "answer" && how.delayMs) await wait(how.delayMs);
      if (response.destroyed) return;
      send({ content: piece });
    }
    if (how.kind === "cut") {
      await wait(50); // so that what was written arrives
      response.socket?.destroy();
      return;
    }
    send({}, how.finish ?? "stop");
    const usage = how.usage ?? { prompt_tokens: 100, completion_tokens: 20 };
    response.write(
      `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", created: 1, model: call.body.model, choices: [], usage })}\n\n`,
    );
    response.end("data: [DONE]\n\n");
  }

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    calls,
    embedded,
    embedWith: (next) => void (embed = next),
    behave: (next) => void (behaviour = next),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function sayNothing(until: Promise<unknown>, say: () => void): Promise<void> {
  const timer = setInterval(say, 50);
  await until.finally(() => clearInterval(timer));
}
