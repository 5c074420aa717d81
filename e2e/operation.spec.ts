import { getOperation, type FailedJob } from "#contract/operation/operation.ts";
import { admin, enter, expect, expectAccessible, test } from "./fixtures.ts";
import { takePictures } from "./take-pictures.ts";

const reason = "The mail server mail.harbor.example refused the letter: 451 try again later. ".repeat(3);
const job = (name: FailedJob["name"], company: FailedJob["company"]): FailedJob => ({
  id: crypto.randomUUID(),
  name,
  company,
  failedAt: new Date(Date.now() - 7 * 60_000).toISOString(),
  tries: 5,
  reason,
});

for (const [size, width] of [
  ["wide", 1440],
  ["narrow", 390],
] as const)
  test(`a super admin sees failed jobs and runs them again, ${size}`, async ({ page, url, api }) => {
    let failed = [
      job("send-mail", null),
      job("send-mail", null),
      job("read-document", { id: 1, name: "Harbor-Home-Insurance-Mutual-Company-of-the-Northern-Provinces" }),
    ];
    const asked: unknown[] = [];
    const { process } = await api(getOperation);
    await page.setViewportSize({ width, height: 900 });
    await page.route("**/api/operation/failed-jobs", (route) => route.fulfill({ json: failed }));
    await page.route("**/api/operation/retries", (route) => {
      const body = route.request().postDataJSON() as { name: string; id?: string };
      asked.push(body);
      const left = failed.filter(({ name, id }) => name !== body.name || (body.id ?? id) !== id);
      const retried = failed.length - left.length;
      failed = left;
      return route.fulfill({ json: { retried } });
    });
    await enter(page, url, admin, "/operation");
    await expect(page.getByRole("region", { name: "Program" })).toContainText(process.version);
    await expect(page.getByRole("region", { name: "Database" })).toContainText(", embedded");
    await expect(page.getByText(`${process.pid} on ${process.host}`)).toBeVisible();
    await expect(page.getByRole("region", { name: "Reading and pauses" })).toContainText("at most 2 at once");
    await expectAccessible(page);
    const [, , reading] = failed;
    await page.getByRole("button", { name: /^Run again: Read a document/ }).click();
    await expect(page.getByText("The job runs again")).toBeVisible();
    await page.getByRole("button", { name: "Run all 2 again: Send an email" }).click();
    await expect(page.getByText("No job has failed.")).toBeVisible();
    expect(asked).toEqual([{ name: "read-document", id: reading?.id }, { name: "send-mail" }]);
  });

test("a super admin sees what the search index lacks, and why", async ({ page, url, api }) => {
  const operation = await api(getOperation);
  const search = {
    host: "search.bank.example:9200",
    index: "footnote-3",
    documents: 12_480,
    indexed: 12_001,
    filling: { index: "footnote-4", indexed: 3_200 },
    trouble:
      "OpenSearch does not answer: the connection was refused. Themes that memory can hold are searched there.",
  };
  await page.route("**/api/operation", (route) => route.fulfill({ json: { ...operation, search } }));
  await enter(page, url, admin, "/operation");
  const card = page.getByRole("region", { name: "Search index" });
  await expect(card).toContainText("479");
  await expect(card).toContainText("3,200 of 12,480");
  await expect(card.getByRole("alert")).toContainText("the connection was refused");
  await expectAccessible(page);
  await takePictures(page, "search-index");
});
