import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { startTestApp } from "#testing/app.ts";

test("a stopping server does not wait for a connection that never sent a request", async () => {
  const app = await startTestApp({ worker: false });
  const { hostname, port } = new URL(app.url);
  const silent = connect(Number(port), hostname);
  await once(silent, "connect");
  const ended = once(silent, "close");
  // the server has accepted the connection once it answers another one
  await fetch(`${app.url}/api/health/live`);
  await app.close();
  await ended;
  expect(silent.destroyed).toBe(true);
});
