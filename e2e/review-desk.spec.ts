import { ask } from "#contract/answering/answers.ts";
import { login } from "#contract/identity/sessions.ts";
import { createTheme } from "#contract/knowledge/themes.ts";
import { send } from "#testing/call.ts";
import { arrive, askAtWorkbench, enter, expect, expectAccessible, invite, test } from "./fixtures.ts";

test("a reviewer works through the desk by keyboard, and the asker reads the correction beside the answer", async ({
  page,
  browser,
  url,
  api,
  company,
}) => {
  const invited = await invite(api, company, {
    role: "workspace_admin",
    firstName: "Luis",
    lastName: "Ortega",
  });
  const { email, password, token } = await arrive(url, invited);
  const theme = await api(createTheme, { name: "Refunds", workspaceId: company.workspaceId });

  // an empty desk, and the rule that fills it
  await enter(page, url, company.admin, "/admin?tab=reviews");
  await expect(page.getByText("No answers are waiting for review.")).toBeVisible();
  await page.getByRole("button", { name: "Rules" }).click();
  await page.getByLabel("Questions the documents did not answer").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save Rules" }).click();
  await expect(page.getByText("Rules saved")).toBeVisible();

  for (const userQuery of ["What is refunded first?", "What is refunded second?"])
    await send(url, token, ask, { themeId: theme.id, userQuery, sessionId: "desk" });
  await page.reload();
  const desk = page.getByRole("article", { name: "What is refunded first?" });
  await expect(desk.getByRole("heading", { name: "What is refunded first?" })).toBeVisible();
  await expectAccessible(page);

  // verdict and Save are visible without scrolling
  await expect(page.getByRole("radio", { name: "Rightly declined" })).toBeInViewport();
  const save = page.getByRole("button", { name: "Save Review" });
  await expect(save).toBeInViewport();
  await expect(page.getByText("1–3 verdict")).toBeVisible();

  // the filters open over the work, which stays where it is
  const reason = page.getByRole("combobox", { name: "Reason" });
  const place = await save.boundingBox();
  await page.getByRole("button", { name: "Filters" }).click();
  await expect(reason).toBeVisible();
  expect(await save.boundingBox()).toEqual(place);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(reason).toBeHidden();
  await expect(page.getByRole("button", { name: "Filters" })).toBeFocused();
  await page.getByRole("button", { name: "Filters" }).click();
  await reason.selectOption({ label: "Declined" });
  await expect(save).toBeInViewport();
  await page.getByRole("heading", { name: "Chat Interactions" }).click();
  await expect(reason).toBeHidden();
  await page.getByRole("button", { name: "Clear filters" }).click();

  // next and back, take it, a verdict by its number, save
  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { name: "What is refunded second?" })).toBeVisible();
  await page.keyboard.press("k");
  await expect(page.getByRole("heading", { name: "What is refunded first?" })).toBeVisible();
  await page.keyboard.press("t");
  await expect(
    page.getByRole("list", { name: "Answers to review" }).getByText("yours", { exact: true }),
  ).toBeVisible();
  await page.keyboard.press("2");
  await expect(page.getByRole("radio", { name: "Should have answered" })).toBeChecked();
  await expect(page.getByLabel("Corrected answer")).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByLabel("Corrected answer").fill("The purchase price is refunded first.");
  await page.getByLabel("Note").fill("Add the refund order to the policy.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Review saved")).toBeVisible();
  await expect(page.getByRole("heading", { name: "What is refunded second?" })).toBeVisible();
  await expect(page.getByRole("button", { name: /What is refunded first/ })).toHaveCount(0);

  const askers = await browser.newContext();
  const asker = await askers.newPage();
  await enter(asker, url, { email, password });
  await asker.getByRole("button", { name: "Notifications, 1 unread" }).click();
  await asker.getByRole("link", { name: /An answer you received was corrected/ }).click();
  const correction = asker.getByRole("complementary", { name: "Correction" });
  await expect(correction).toContainText("A reviewer found that this should have been answered.");
  await expect(correction).toContainText("The purchase price is refunded first.");
  await expect(asker.getByText("Add the refund order")).toHaveCount(0);
  // the correction is the answer now; the recorded one is collapsed below it
  const corrected = asker.getByRole("article").filter({ hasText: "What is refunded first?" });
  const recorded = corrected.getByText("Added to your administrators' list of declined questions");
  await expect(recorded).toBeHidden();
  await expectAccessible(asker);
  await corrected.getByText(/^The recorded answer of /).click();
  await expect(recorded).toBeVisible();
  await expectAccessible(asker);
  await askers.close();
});

test("an address with an unknown state of review opens all questions, and says so itself", async ({
  page,
  url,
  company,
}) => {
  await enter(page, url, company.admin, "/admin?tab=interactions&status=lost&q=refund");
  await expect(page.getByText("No interactions found matching your criteria")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\?tab=interactions&q=refund$/);
});

test("the first reviewer is not asked for the second opinion, and sees why", async ({
  page,
  url,
  api,
  company,
}) => {
  const theme = await api(createTheme, { name: "Refunds", workspaceId: company.workspaceId });
  const signedIn = await send(url, null, login, company.admin);
  const asked = { themeId: theme.id, userQuery: "What is refunded first?", sessionId: "desk" };
  const { interactionId } = await send(url, signedIn.sessionToken, ask, asked);
  const id = String(interactionId);
  await enter(page, url, company.admin, `/admin?tab=interactions&review=${id}`);
  await page.getByRole("radio", { name: "Should have answered" }).check();
  await page.getByLabel("Ask for a second opinion").check();
  await page.getByRole("button", { name: "Save Review" }).click();
  await expect(page.getByText("Review saved")).toBeVisible();

  const why = page.getByText("The second opinion must come from another reviewer.");
  for (const path of [`interactions&review=${id}`, `interactions&interaction=${id}`, `reviews&case=${id}`]) {
    await page.goto(`${url}/admin?tab=${path}`);
    await expect(why).toBeVisible();
    await expect(page.getByText("Should have answered", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Save Review" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Review again", exact: true })).toHaveCount(0);
    await expectAccessible(page);
  }
});

test("the review dialog shows the answer with its sources beside the verdict, on a phone too", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Refunds", { "Refund Policy.txt": "Opened products may be returned within 14 days." });
  await enter(page, url, company.admin);
  await askAtWorkbench(page, url, "How long may opened products be returned?");
  await expect(page.getByText("1 passage quoted word for word")).toBeVisible();
  await page.goto(`${url}/admin?tab=interactions`);
  await page.getByRole("button", { name: /^Review interaction/ }).click();
  const dialog = page.getByRole("dialog", { name: "Review this answer" });
  await expect(dialog.getByText("Opened products may be returned within 14 days.").first()).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(dialog.getByRole("radio", { name: "Incomplete" })).toBeInViewport();
    await expect(dialog.getByRole("button", { name: "Save Review" })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page);
  }
});
