import { expect, test } from "vitest";
import { logOnceAway } from "./log-once-away.ts";

const refused = () =>
  Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });

test("a database that is away is logged once, however often work fails, and once when it is back", async () => {
  const lines: string[] = [];
  const log = {
    warn: (_about: object, message: string) => void lines.push(message),
    info: (_about: object, message: string) => void lines.push(message),
  } as unknown as Parameters<typeof logOnceAway>[0];
  const back = Promise.withResolvers<void>();
  const failed = logOnceAway(log, () => back.promise);
  for (let attempt = 0; attempt < 500; attempt++) failed(refused(), "a job or the queue failed");
  expect(lines).toEqual(["the database does not respond: jobs wait until it does"]);
  failed(new Error("a fault of the program"), "a job or the queue failed");
  expect(lines.at(-1)).toBe("a job or the queue failed");
  back.resolve();
  await expect.poll(() => lines.at(-1)).toBe("the database responds again");
  failed(refused(), "a job or the queue failed");
  expect(lines.filter((line) => line.includes("does not respond"))).toHaveLength(2);
});
