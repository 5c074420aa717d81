import { MessageChannel } from "node:worker_threads";
import { expect, test } from "vitest";
import { callsOver, type ThreadCalls } from "./thread-calls.ts";

test("both sides of a thread call each other, and an error arrives with its message and code", async () => {
  const { port1, port2 } = new MessageChannel();
  type Left = { double(value: number): Promise<number> };
  type Right = { ask(value: number): Promise<string>; fail(): Promise<never> };
  const right: ThreadCalls<Left> = callsOver<Left, Right>(port2, {
    ask: async (value) => `twice is ${await right.call("double", value)}`,
    fail: () => Promise.reject(Object.assign(new Error("no paper left"), { code: "57014" })),
  });
  const left = callsOver<Right, Left>(port1, { double: (value) => Promise.resolve(value * 2) });
  expect(await Promise.all([left.call("ask", 4), left.call("ask", 5)])).toEqual([
    "twice is 8",
    "twice is 10",
  ]);
  await expect(left.call("fail", undefined)).rejects.toMatchObject({
    message: "no paper left",
    code: "57014",
  });
  const lost = left.call("ask", 1);
  left.fail(new Error("the other side is gone"));
  await expect(lost).rejects.toThrow("gone");
  port1.close();
});
