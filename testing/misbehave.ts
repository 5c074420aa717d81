import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { openaiChat } from "./dialects/openai-chat.ts";
import { sendEvent } from "./dialects/dialect.ts";

/** Undocumented misbehavior of providers and networks, in OpenAI's dialect if one is needed. */
export type Misbehavior =
  | { kind: "hang" }
  /** Closes the connection behind the headers of a reply. */
  | { kind: "leave" }
  /** Interval between the single bytes of a valid reply. */
  | { kind: "drip"; everyMs: number }
  | { kind: "garbage"; contentType: string; body: string }
  /** Unmodified deltas, each a chunk of its own. */
  | { kind: "deltas"; deltas: object[] }
  | { kind: "flood"; bytes: number };

export async function misbehave(how: Misbehavior, response: ServerResponse): Promise<void> {
  if (how.kind === "hang") return;
  const isGarbage = how.kind === "garbage";
  response.writeHead(200, { "content-type": isGarbage ? how.contentType : openaiChat.contentType });
  if (how.kind === "leave") {
    response.flushHeaders();
    await wait(20);
    response.destroy();
    return;
  }
  if (isGarbage) {
    response.end(how.body);
    return;
  }
  const send = (delta: object, finish: string | null = null) =>
    sendEvent(response, { id: "c1", created: 1, choices: [{ index: 0, delta, finish_reason: finish }] });
  if (how.kind === "drip") {
    for (const byte of `data: {"id":"c1","choices":[{"index":0,"delta":{"content":"slow"}}]}\n\n`) {
      if (response.destroyed) return;
      response.write(byte);
      await wait(how.everyMs);
    }
    return;
  }
  if (how.kind === "deltas") {
    for (const delta of how.deltas) send(delta);
    send({}, "stop");
    response.end("data: [DONE]\n\n");
    return;
  }
  for (let sent = 0; sent < how.bytes && !response.destroyed; sent += 65_536) {
    if (!send({ content: "word ".repeat(13_107) }))
      await Promise.race([new Promise((resolve) => response.once("drain", resolve)), wait(1000)]);
  }
  response.end();
}
