import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { z } from "zod";

/** The part of node-llama-cpp that is used; it is fetched by the bench, so its own types aren't here. */
type Sequence = { dispose(): void };
type Grammar = object;
type Model = {
  createContext(options: { contextSize: number }): Promise<{ getSequence(): Sequence }>;
  tokenize(text: string): unknown[];
};
type Runtime = {
  getLlama(options: { build: "never"; gpu: false; logLevel: "error"; maxThreads: number }): Promise<{
    loadModel(options: { modelPath: string }): Promise<Model>;
    createGrammarForJsonSchema(schema: unknown): Promise<Grammar>;
  }>;
  LlamaChatSession: new (options: { contextSequence: Sequence; systemPrompt: string }) => {
    prompt(
      text: string,
      options: {
        maxTokens: number;
        temperature: number;
        grammar?: Grammar;
        signal: AbortSignal;
        stopOnAbortSignal: boolean;
        onTextChunk(text: string): void;
      },
    ): Promise<string>;
  };
};

const Body = z.object({
  messages: z.array(z.object({ role: z.enum(["system", "user", "assistant"]), content: z.string() })),
  max_tokens: z.number().int().default(256),
  temperature: z.number().default(0),
  response_format: z.object({ json_schema: z.object({ schema: z.unknown() }) }).optional(),
});

/** A reply as the model wrote it. Tokens a second: those read until the first word, and those written after it. */
export type Reply = { text: string; promptTokens: number; tokens: number; readMs: number; writeMs: number };

export type Door = { url: string; replies: Reply[]; close(): Promise<void> };

/** The context that SmolLM2 was trained for. */
const contextSize = 8_192;

/** OpenAI's chat protocol before one model that reads one prompt at a time, as servers of the house do. */
export async function openDoor(tool: { runtime: string; weights: string }): Promise<Door> {
  const runtime = (await import(pathToFileURL(tool.runtime).href)) as Runtime;
  // one thread: several wait for the slowest of them, which on a machine with other work takes a hundred times as long
  const llama = await runtime.getLlama({ build: "never", gpu: false, logLevel: "error", maxThreads: 1 });
  const model = await llama.loadModel({ modelPath: tool.weights });
  const context = await model.createContext({ contextSize });
  const replies: Reply[] = [];
  let before: Promise<unknown> = Promise.resolve();

  async function write(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const {
      messages,
      max_tokens: maxTokens,
      temperature,
      response_format: format,
    } = Body.parse(await json(request));
    const system = messages.flatMap(({ role, content }) => (role === "system" ? [content] : [])).join("\n");
    const text = messages.flatMap(({ role, content }) => (role === "system" ? [] : [content])).join("\n\n");
    const promptTokens = model.tokenize(`${system}\n${text}`).length;
    if (promptTokens + maxTokens > contextSize) return refuse(response, promptTokens);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const leave = new AbortController();
    response.once("close", () => leave.abort());
    const send = (data: object) =>
      response.write(`data: ${JSON.stringify({ id: "r", created: 1, ...data })}\n\n`);
    const sequence = context.getSequence();
    const started = performance.now();
    let firstAt: number | null = null;
    try {
      const session = new runtime.LlamaChatSession({ contextSequence: sequence, systemPrompt: system });
      const schema = format?.json_schema.schema;
      const written = await session.prompt(text, {
        ...(schema === undefined ? {} : { grammar: await llama.createGrammarForJsonSchema(schema) }),
        maxTokens,
        temperature,
        signal: leave.signal,
        stopOnAbortSignal: true,
        onTextChunk(content) {
          firstAt ??= performance.now();
          send({ model: "smollm2", choices: [{ index: 0, delta: { content }, finish_reason: null }] });
        },
      });
      const tokens = model.tokenize(written).length;
      const end = performance.now();
      const readMs = (firstAt ?? end) - started;
      replies.push({ text: written, promptTokens, tokens, readMs, writeMs: end - started - readMs });
      const reason = tokens >= maxTokens ? "length" : "stop";
      send({ model: "smollm2", choices: [{ index: 0, delta: {}, finish_reason: reason }] });
      const usage = {
        prompt_tokens: promptTokens,
        completion_tokens: tokens,
        total_tokens: promptTokens + tokens,
      };
      send({ model: "smollm2", choices: [], usage });
      response.end("data: [DONE]\n\n");
    } finally {
      sequence.dispose();
    }
  }

  const server = createServer((request, response) => {
    before = before.then(() => write(request, response)).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    replies,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function json(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

/** As llama.cpp's server says it. */
function refuse(response: ServerResponse, tokens: number): void {
  const message =
    "the request exceeds the available context size. try increasing the context size or enable context shift";
  const error = {
    code: 400,
    message,
    type: "exceed_context_size_error",
    n_prompt_tokens: tokens,
    n_ctx: contextSize,
  };
  response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error }));
}
