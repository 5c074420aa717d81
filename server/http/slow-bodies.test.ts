import { connect, type AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refuseSlowBodies } from "./slow-bodies.ts";

let app: FastifyInstance;
beforeEach(async () => {
  app = Fastify();
  refuseSlowBodies(app);
  app.bodyTime = { milliseconds: 500, bytesPerSecond: 1_000 };
  app.post("/", async () => ({ success: true }));
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(() => app.close());

/** Sends a body of so many bytes, a tenth every 300 milliseconds. */
function sendSlowly(bytes: number, { stopsAfter = 10 } = {}): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    let sent = 0;
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(
        `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
      ),
    );
    const more = setInterval(() => {
      sent += 1;
      if (sent <= stopsAfter && socket.writable)
        socket.write(sent === 10 ? `${" ".repeat(bytes / 10 - 2)}{}` : " ".repeat(bytes / 10));
    }, 300);
    socket.on("data", (piece) => (answer += String(piece)));
    socket.on("close", () => {
      clearInterval(more);
      resolve(answer);
    });
  });
}

test("a body that arrives slowly but steadily is taken, long after the time that every body has", async () => {
  expect(await sendSlowly(10_000)).toMatch(/^HTTP\/1\.1 200 [^]*"success":true/);
});

test("a body that arrives more slowly than that, or no longer, is refused with the reason", async () => {
  const answers = await Promise.all([sendSlowly(100), sendSlowly(10_000, { stopsAfter: 1 })]);
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*took too long to arrive/);
});
