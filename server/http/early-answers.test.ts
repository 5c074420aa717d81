import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { deliverEarlyAnswers } from "./early-answers.ts";

const megabyte = 1024 ** 2;
const within = { milliseconds: 1_500, silentMilliseconds: 400, bytes: 64 * megabyte };
let app: FastifyInstance;
let carriedOut: string[];
afterEach(() => app.close());

/** Refuses each body over a megabyte, and says then that the connection closes, unless the call keeps it. */
async function start(): Promise<number> {
  carriedOut = [];
  app = Fastify({ bodyLimit: megabyte });
  deliverEarlyAnswers(app, within);
  app.addHook("onRequest", async (request, reply) => {
    carriedOut.push(request.url);
    if (request.url === "/keeps") return reply.code(401).send({ error: "Who are you?" });
    return undefined;
  });
  app.post("/:name", async () => ({ success: true }));
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
}

type Client = {
  socket: Socket;
  send(bytes: number): Promise<void>;
  head(path: string, length: number): void;
};

function open(port: number): Client {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  // an error is what most tests here look for, by its effect
  socket.on("error", () => undefined);
  const piece = Buffer.alloc(megabyte, " ");
  return {
    socket,
    head: (path, length) =>
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
      ),
    async send(bytes) {
      for (let sent = 0; sent < bytes && !socket.destroyed; sent += piece.length)
        await new Promise((resolve) => socket.write(piece.subarray(0, bytes - sent), resolve));
    },
  };
}

async function textOf(socket: Socket): Promise<string> {
  let text = "";
  for await (const piece of socket) text += String(piece);
  return text;
}

test.each(["/closes", "/keeps"])(
  "a client that reads only after it has sent 32 megabytes gets the refusal (%s)",
  async (path) => {
    const { socket, head, send } = open(await start());
    head(path, 32 * megabyte);
    await send(32 * megabyte);
    socket.end();
    const text = await textOf(socket);
    expect(text).toMatch(path === "/keeps" ? /^HTTP\/1\.1 401 / : /^HTTP\/1\.1 413 /);
    expect(text).toMatch(/\}$/);
  },
);

test("a connection that stays open takes the next request after the rest of a refused body", async () => {
  const { socket, head, send } = open(await start());
  head("/keeps", 8 * megabyte);
  await once(socket, "readable");
  await send(8 * megabyte);
  head("/next", 2);
  socket.write("{}");
  socket.end();
  expect(await textOf(socket)).toMatch(/401 [^]+200 OK[^]+"success":true/);
});

test("a connection on which many bodies are refused collects no listeners", async () => {
  const port = await start();
  const accepted = once(app.server, "connection") as Promise<[Socket]>;
  const { socket, head, send } = open(port);
  const [server] = await accepted;
  const refuseOne = async () => {
    head("/keeps", 2 * megabyte);
    await once(socket, "data");
    await send(2 * megabyte);
  };
  await refuseOne();
  await until(async () => server.listenerCount("close") > 0);
  const before = server.listenerCount("close");
  for (let more = 0; more < 5; more += 1) await refuseOne();
  head("/next", 2);
  socket.write("{}");
  await once(socket, "data");
  expect(server.listenerCount("close")).toBeLessThanOrEqual(before);
  socket.destroy();
});

test("a connection that said it closes carries out no request that follows", async () => {
  const { socket, head, send } = open(await start());
  head("/closes", 2 * megabyte);
  await once(socket, "readable");
  await send(2 * megabyte - 1);
  socket.write(" POST /next HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
  socket.end();
  expect(await textOf(socket)).not.toContain("200 OK");
  expect(carriedOut).toEqual(["/closes"]);
});

test("a client that stops sending is let go after the silence allowed", async () => {
  const { socket, head } = open(await start());
  head("/closes", 8 * megabyte);
  await once(socket, "readable");
  const began = performance.now();
  await until(() => connections().then((count) => count === 0));
  expect(performance.now() - began).toBeGreaterThan(within.silentMilliseconds);
  expect(performance.now() - began).toBeLessThan(within.milliseconds);
  socket.destroy();
});

test("a client that sends a little again and again is let go after the time allowed", async () => {
  const { socket, head } = open(await start());
  head("/closes", 8 * megabyte);
  await once(socket, "readable");
  const trickle = setInterval(() => socket.write(" "), 50);
  const began = performance.now();
  await until(() => connections().then((count) => count === 0));
  clearInterval(trickle);
  expect(performance.now() - began).toBeGreaterThan(within.milliseconds - 100);
  socket.destroy();
});

test("a client that floods is let go after the bytes allowed", async () => {
  const { socket, head, send } = open(await start());
  head("/closes", 64 * 1024 * megabyte);
  await send(16 * 1024 * megabyte);
  expect(socket.bytesWritten).toBeLessThan(2 * 1024 * megabyte);
});

const connections = () =>
  new Promise<number>((resolve, reject) =>
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20);
}
