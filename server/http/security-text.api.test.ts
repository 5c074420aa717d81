import { expect, test } from "vitest";
import { startTestApp } from "#testing/app.ts";

const path = "/.well-known/security.txt";

test("strangers learn whom to tell about a vulnerability, until a date less than a year away", async () => {
  const app = await startTestApp({
    worker: false,
    env: { SECURITY_CONTACT: "security@example.com", PUBLIC_URL: "https://policies.example.com" },
  });
  const response = await fetch(app.url + path);
  const text = await response.text();
  await app.close();
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(text).toMatch(/^Contact: mailto:security@example\.com$/m);
  expect(text).toMatch(/^Canonical: https:\/\/policies\.example\.com\/\.well-known\/security\.txt$/m);
  const days =
    (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "") - app.clock.now().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

test("an installation without a contact has no such file", async () => {
  const app = await startTestApp({ worker: false });
  const { status } = await fetch(app.url + path);
  await app.close();
  expect(status).toBe(404);
});
