import { rateAnswer, ask } from "#contract/answering/answers.ts";
import { listDocuments, replaceDocument } from "#contract/knowledge/documents.ts";
import { login } from "#contract/identity/sessions.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { formOf, rowsOf, send } from "#testing/call.ts";
import { enter, expect, expectAccessible, test } from "./fixtures.ts";
import { takePictures } from "./take-pictures.ts";

const policy = (days: number) => `Return Policy

1. Time limits
A customer may return an unopened product within ${days} days of delivery. Opened products may be returned within 14 days.
Gift cards are not refundable.
`;
const question = "How many days does a customer have to return an unopened product?";

test("a new version waits, shows which right answers it would change, and answers once it is approved", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const themeId = await theme("Returns", { "Return Policy.txt": policy(30) });
  const { sessionToken } = await send(url, null, login, company.admin);
  const put = async (userQuery: string) => {
    const sessionId = crypto.randomUUID();
    const answer = await send(url, sessionToken, ask, { themeId, userQuery, sessionId });
    if (!("interactionId" in answer)) throw new Error("the question was answered as a greeting");
    return answer;
  };
  for (const userQuery of [question, "Are gift cards refundable?"]) {
    const { interactionId } = await put(userQuery);
    await send(url, sessionToken, rateAnswer, { interactionId, rating: "good" });
  }

  // the theme requires a yes
  await enter(page, url, company.admin, `/themes?theme=${themeId}&tab=general`);
  const editor = page.getByRole("dialog", { name: /Edit Theme/ });
  await editor.getByLabel("Changes need approval").check();
  await editor.getByRole("button", { name: "Update Theme" }).click();
  await expect(page.getByText("Theme updated successfully")).toBeVisible();

  const [document] = rowsOf(await api(listDocuments, { id: themeId }));
  const replaced = formOf({ name: "Return Policy.txt", bytes: policy(45) });
  await send(url, sessionToken, replaceDocument, { id: document?.id ?? 0 }, replaced);

  // from the desk
  await page.goto(`${url}/admin?tab=interactions&status=work`);
  const work = page.getByRole("table", { name: "Work on answers" });
  await expect(async () => {
    await page.reload();
    await expect(work.getByText("Return Policy.txt, version 2")).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expect(work.getByText("Of 2 questions: 1 right before, wrong with it.")).toBeVisible({
    timeout: 20_000,
  });
  await expect(work.getByText("waits for approval")).toBeVisible();
  await expectAccessible(page);
  await takePictures(page, "desk");
  await work.getByRole("button", { name: "Open" }).click();
  const run = page.getByRole("dialog", { name: "Test run" });
  await expect(run.getByText("Of 2 questions: 1 right before, wrong with it.")).toBeVisible({
    timeout: 20_000,
  });
  const changed = run.getByRole("list", { name: "Changed answers" });
  await expect(changed.getByText("right to wrong")).toBeVisible();
  await expect(changed).toContainText("within 30 days of delivery");
  await expect(changed).toContainText("within 45 days of delivery");
  await expectAccessible(page);
  await takePictures(page, "run");
  await run.getByRole("button", { name: "Close" }).click();
  expect((await put(question)).response).toContain("30 days");

  // and from the theme
  await page.goto(`${url}/themes?theme=${themeId}&tab=documents`);
  await expect(editor.getByText("Held", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await takePictures(page, "documents");
  await page.goto(`${url}/themes?theme=${themeId}&tab=general`);
  await expect(editor.getByRole("heading", { name: "Test runs" })).toBeVisible();
  await editor.getByRole("heading", { name: "Test runs" }).scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await takePictures(page, "theme");
  await editor.getByRole("button", { name: "Open the test run of Return Policy.txt, version 2" }).click();
  await run.getByRole("button", { name: "Use It" }).click();
  await expect(page.getByText("The change answers from now on")).toBeVisible();
  expect((await put(question)).response).toContain("45 days");

  // settings wait as well
  await editor.getByLabel("Documents need sign-off").check();
  await editor.getByRole("button", { name: "Update Theme" }).click();
  await expect(page.getByText("Changed settings wait for approval: see its test runs.")).toBeVisible();
  await api(updateTheme, { id: themeId, name: "Returns and refunds" });
  await page.goto(`${url}/admin?tab=interactions&status=work&kind=test_run`);
  await work.getByRole("button", { name: "Open" }).click();
  await expect(run.getByRole("region", { name: "Documents need sign-off" })).toContainText("yes");
  await expect(
    run.getByText("Of 2 questions: 1 right before, wrong with it, 1 answered in other words."),
  ).toBeVisible({
    timeout: 20_000,
  });
  await expectAccessible(page);
  await takePictures(page, "settings");
  await run.getByRole("button", { name: "Keep as It Is" }).click();
  await expect(page.getByText("The theme stays as it is")).toBeVisible();
  expect((await put("Are gift cards refundable?")).outcome).toBe("answered");

  await page.goto(`${url}/record`);
  const events = page.getByRole("list", { name: "Events" });
  await expect(events.getByText(/Maria Rossi approved a change/).first()).toBeVisible();
  await expect(events.getByText(/declined a change/).first()).toBeVisible();
});
