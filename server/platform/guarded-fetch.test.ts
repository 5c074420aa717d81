import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isPublicAddress, RefusedAddressError } from "./address-guard.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";

const server = createServer((request, response) => {
  if (request.url === "/moved") response.writeHead(302, { location: "http://127.0.0.1/" }).end();
  else response.end("here");
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "fe80::1",
  "fd00::1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "::7f00:1",
  "::127.0.0.1",
  "fec0::1",
  "5f00::1",
  "3fff::1",
  "fe80::1%lo",
  "no address",
])("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "::ffff:8.8.8.8"])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(["http://example.com/", "ftp://example.com/", "file:///etc/passwd"])(
  "%s is not called without TLS",
  async (url) => {
    await expect(createGuardedFetch([])(url)).rejects.toThrow(RefusedAddressError);
  },
);

test.each([
  "https://127.0.0.1/",
  "https://[::1]/",
  "https://0x7f000001/",
  "https://2130706433/",
  "https://0177.0.0.1/",
  "https://127.1/",
  "https://[::ffff:7f00:1]/",
  "https://localhost/",
])("%s is not called: it is an internal address", async (url) => {
  await expect(createGuardedFetch([])(url)).rejects.toThrow("not a public address");
});

test("a name that doesn't exist is refused in the words of an internal one", async () => {
  const refusalOf = (host: string) =>
    createGuardedFetch([])(`https://${host}/`).catch((error: Error) => error.message.replace(host, "HOST"));
  expect(await refusalOf("nowhere.invalid")).toBe(await refusalOf("localhost"));
});

test("a host named by the operator is called, also without TLS, and its redirects are not followed", async () => {
  const fetch = createGuardedFetch(["127.0.0.1"]);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("here");
  expect((await fetch(`http://127.0.0.1:${port}/moved`)).status).toBe(302);
  await expect(fetch(`http://localhost:${port}/`)).rejects.toThrow(RefusedAddressError);
});
