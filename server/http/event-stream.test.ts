import { expect, test } from "vitest";
import { eventStream } from "./event-stream.ts";

type Event = { type: "delta"; text: string } | { type: "done" } | { type: "cut" };
const open = () => eventStream<Event>(new AbortController().signal, 60_000, { type: "cut" });

async function readAll(frames: AsyncGenerator<string>): Promise<Event[]> {
  const events: Event[] = [];
  for await (const frame of frames) {
    // a slow reader
    await new Promise(setImmediate);
    events.push(JSON.parse(frame.slice("data: ".length)) as Event);
  }
  return events;
}

test("an answer of 2,000 chunks arrives complete, with its end, even for a slow reader", async () => {
  const stream = open();
  const reading = readAll(stream.frames());
  for (let n = 0; n < 2_000; n++) stream.push({ type: "delta", text: `word${n} ` });
  stream.push({ type: "done" });
  stream.end();
  const events = await reading;
  expect(events).toHaveLength(2_001);
  expect(events.at(-1)).toEqual({ type: "done" });
});

test("a reader that falls megabytes behind is notified that it was cut off", async () => {
  const stream = open();
  for (let n = 0; n < 30; n++) stream.push({ type: "delta", text: "x".repeat(100_000) });
  expect(await readAll(stream.frames())).toEqual([{ type: "cut" }]);
});
