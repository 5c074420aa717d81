import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ProviderName } from "#contract/models/providers.ts";
import { openModels } from "./open.ts";
import { providers } from "./providers.ts";

/**
 * Runs the code of a streamed answer once, against its own server on this machine: a first run, mostly of `fetch`,
 * blocks the thread for 20 to 60 ms, and nobody's stream should wait for that (`npm run bench -- event-loop-stalls`).
 * Loads the named providers' packages too.
 */
export async function warmUpModels(names: ProviderName[] = []): Promise<void> {
  const events = [
    { choices: [{ delta: { content: "<think>.</think>ready" } }] },
    { choices: [{ delta: {}, finish_reason: "stop" }], usage: { prompt_tokens: 1, completion_tokens: 1 } },
  ];
  const body = [...events.map((event) => JSON.stringify(event)), "[DONE]"].map((data) => `data: ${data}\n\n`);
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" }).end(body.join(""));
  });
  try {
    for (const name of new Set(names))
      await providers[name].languageModel(
        { baseUrl: "http://127.0.0.1", apiKey: "none" },
        { model: "none", refuses: new Set() },
      );
    await once(server.listen(0, "127.0.0.1"), "listening");
    const chunks = openModels({ silenceMs: 1_000, firstPauseMs: 1 }).stream({
      provider: "compatible",
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiKey: null,
      model: "none",
      profile: { thinks: null, refuses: [] },
      system: ".",
      messages: [{ role: "user", content: "." }],
      temperature: 0,
      maxOutputTokens: 1,
      signal: new AbortController().signal,
    });
    for await (const _ of chunks) continue;
  } catch {
    // such as a proxy for all fetches: then only the first answer is slower
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
