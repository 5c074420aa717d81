import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { callAgain } from "./calls.ts";

let server: Server;
afterEach(() => void server.close());

type Answer = [status: number, headers?: Record<string, string>];

/** Answers in this order, then with 200. */
async function callTo(answers: Answer[]) {
  let calls = 0;
  server = createServer((_request, response) => {
    const [status, headers = {}] = answers[calls] ?? [200];
    calls += 1;
    response.writeHead(status, { connection: "close", ...headers }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const said: string[] = [];
  const { signal } = new AbortController();
  const address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const told = (sentence: string) => void said.push(sentence);
  const { status } = await callAgain("the server", address, {}, { signal, told });
  return { status, calls, said };
}

const hourAgo = Date.now() - 3_600_000;

test.each<[string, Answer]>([
  ["too many calls, without a time", [429]],
  ["a call that came too slowly", [408]],
  ["a fault", [502]],
  ["a time that has come", [429, { "retry-after": "0" }]],
  [
    "a time by a clock that is an hour late",
    [
      503,
      {
        date: new Date(hourAgo).toUTCString(),
        "retry-after": new Date(hourAgo + 1_000).toUTCString(),
      },
    ],
  ],
])("a call that passes is made again after a second: %s", async (_name, answer) => {
  const { status, calls, said } = await callTo([answer]);
  expect([status, calls, said]).toEqual([200, 2, [`waiting 1 s: the server answered ${answer[0]}`]]);
});

test("a refusal of the call itself is the answer", async () => {
  for (const status of [301, 400, 401, 403, 404, 409, 412, 413, 415]) {
    expect(await callTo([[status]])).toEqual({ status, calls: 1, said: [] });
    server.close();
  }
});
