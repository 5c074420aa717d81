import { ask, listHistory } from "#contract/answering/answers.ts";
import { login } from "#contract/identity/sessions.ts";
import { listDocuments, updateDocumentTags } from "#contract/knowledge/documents.ts";
import { assignThemeAgent, deleteTheme } from "#contract/knowledge/themes.ts";
import { rowsOf, send } from "#testing/call.ts";
import { measureShift, shiftOf } from "#testing/layout-shift.ts";
import { arrive, askAtWorkbench, enter, expect, expectAccessible, invite, signIn, test } from "./fixtures.ts";

const documents = {
  "Refund Policy.txt": "Opened products may be returned within 14 days. A refund takes 3 days.",
};
const question = "How long may opened products be returned?";

test("a chat has an address: reload, back, forward, another tab and another device show it again", async ({
  page,
  browser,
  url,
  company,
  theme,
}) => {
  await theme("Refunds", documents);
  await enter(page, url, company.admin);
  await askAtWorkbench(page, url, question);
  await expect(page.getByText("1 passage quoted word for word")).toBeVisible();
  await expect(page).toHaveURL(/[?&]chat=\d+/);
  const address = page.url();
  const heading = page.getByRole("heading", { name: question });
  await page.reload();
  await expect(heading).toBeVisible();

  // a follow-up belongs to the same chat
  await page.getByPlaceholder("Type your question here...").fill("How long does a refund take?");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 passage quoted word for word")).toHaveCount(2);
  await expect(page).toHaveURL(new RegExp(`chat=${/chat=(\d+)/.exec(address)?.[1]}(&|$)`));
  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(2);

  // a new chat, and back to the one before
  await page.getByRole("button", { name: "New Chat" }).click();
  await expect(page.getByRole("article")).toHaveCount(0);
  await expect(page).not.toHaveURL(/chat=/);
  await page.goBack();
  await expect(page.getByRole("article")).toHaveCount(2);
  await page.goForward();
  await expect(page.getByRole("article")).toHaveCount(0);

  const tab = await page.context().newPage();
  await tab.goto(address);
  await expect(tab.getByRole("article")).toHaveCount(2);
  await tab.close();
  const device = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: "reduce" });
  const phone = await device.newPage();
  await measureShift(phone);
  await enter(phone, url, company.admin);
  await phone.goto(address);
  await expect(phone.getByRole("article")).toHaveCount(2);
  await expect(phone.getByText("1 passage quoted word for word")).toHaveCount(2);
  expect(await shiftOf(phone)).toBe(0);
  await expectAccessible(phone);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await device.close();
});

test("a link opens a chat for the administrators of its company, and looks absent to everybody else", async ({
  browser,
  page,
  url,
  api,
  company,
  theme,
}) => {
  const themeId = await theme("Refunds", documents);
  const maya = await arrive(
    url,
    await invite(api, company, { role: "agent", firstName: "Maya", lastName: "Lind" }),
  );
  const tom = await arrive(
    url,
    await invite(api, company, { role: "agent", firstName: "Tom", lastName: "Berg" }),
  );
  for (const { token } of [maya, tom]) {
    const { user } = await send(url, null, login, token === maya.token ? maya : tom);
    await api(assignThemeAgent, { id: themeId, userId: user.id });
  }
  const { sessionToken } = await send(url, null, login, maya);
  const { interactionId } = await send(url, sessionToken, ask, {
    themeId,
    userQuery: question,
    sessionId: "s",
  });

  await enter(page, url, company.admin, `/agent-workbench?chat=${interactionId}`);
  await expect(page.getByRole("heading", { name: question })).toBeVisible();
  await expect(
    page.getByText("Asked by Maya Lind. A question of yours starts a chat of your own."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Good answer" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Pin this chat" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByPlaceholder("Type your question here...").fill("How long does a refund take?");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 passage quoted word for word")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page).not.toHaveURL(new RegExp(`chat=${interactionId}(&|$)`));
  expect(await send(url, sessionToken, listHistory, {})).toHaveLength(1);

  const others = await browser.newContext({ reducedMotion: "reduce" });
  const other = await others.newPage();
  await signIn(other, url, tom);
  await other.waitForURL("**/agent-workbench");
  for (const id of [interactionId, 999_999_999]) {
    await other.goto(`${url}/agent-workbench?chat=${id}`);
    await expect(other.getByRole("alert")).toHaveText(
      "This chat was not found, or you don't have access to it.",
    );
    await expect(other.getByRole("heading", { name: question })).toHaveCount(0);
  }
  await expectAccessible(other);
  await other.getByRole("button", { name: "New Chat" }).click();
  await expect(other.getByRole("alert")).toHaveCount(0);
  await others.close();
});

test("a chat is named and pinned by keyboard, and heads the list of earlier questions", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Refunds", documents);
  await enter(page, url, company.admin);
  await askAtWorkbench(page, url, question);
  await expect(page.getByText("1 passage quoted word for word")).toBeVisible();
  await page.getByRole("button", { name: "Name this chat" }).press("Enter");
  const field = page.getByRole("textbox", { name: "Name of this chat" });
  await expect(field).toBeFocused();
  await page.keyboard.type("Mrs. Holm's washer");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Mrs. Holm's washer")).toBeVisible();
  const pin = page.getByRole("button", { name: "Pin this chat" });
  await pin.press("Enter");
  await expect(pin).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(pin).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "New Chat" }).click();
  await page.getByRole("button", { name: "Your earlier questions" }).click();
  const kept = page.getByRole("region", { name: "Named and pinned" });
  await expect(kept.getByRole("button")).toHaveText(/Mrs. Holm's washer/);
  await expectAccessible(page);
  await kept.getByRole("button").click();
  await expect(page.getByRole("heading", { name: question })).toBeVisible();
  await expect(page.getByText("Mrs. Holm's washer")).toBeVisible();
});

test("the chat of a theme that was deleted stays readable, and nobody else's theme answers in it", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  await theme("Deliveries", { "Deliveries.txt": "A parcel arrives within 5 days." });
  const id = await theme("Refunds", documents);
  const { sessionToken } = await send(url, null, login, company.admin);
  const asked = { themeId: id, userQuery: question, sessionId: "s" };
  const { interactionId } = await send(url, sessionToken, ask, asked);
  await api(deleteTheme, { id });
  await enter(page, url, company.admin, `/agent-workbench?chat=${interactionId}`);
  await expect(page.getByRole("heading", { name: question })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveText(/^Refunds.* can't be asked any more\. Start a new chat/);
  await page.getByPlaceholder("Type your question here...").fill("When does a parcel arrive?");
  await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeDisabled();
  await page.keyboard.press("Enter");
  await expectAccessible(page);
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.getByRole("button", { name: "New Chat" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(page.getByText("1 passage quoted word for word")).toBeVisible();
});

test("tags fold until asked for, belong to their chat and show at its question", async ({
  page,
  browser,
  url,
  api,
  company,
  theme,
}) => {
  const id = await theme("Refunds", documents);
  const name = "Opened products";
  const [document] = rowsOf(await api(listDocuments, { id }));
  await api(updateDocumentTags, {
    id: document?.id,
    distributionPartnerTags: [],
    productTags: [],
    topicTags: [name],
    stateTags: [],
  });
  await enter(page, url, company.admin, "/agent-workbench");
  const fold = page.getByRole("button", { name: "Narrow by tag" });
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await expect(page.getByText("AI-Generated Tags")).toBeHidden();
  await fold.press("Enter");
  await page.getByRole("toolbar", { name: "Tags by group" }).getByRole("button", { name }).press("Enter");
  const chip = page.getByRole("button", { name: `Remove ${name}` });
  await expect(chip).toBeVisible();
  await expectAccessible(page);
  await page.getByPlaceholder("Type your question here...").fill(question);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/chat=\d+/);
  await expect(page.getByRole("article").getByText(name, { exact: true })).toBeVisible();
  await page.reload();
  await expect(chip).toBeVisible();
  await expect(fold).toHaveAttribute("aria-expanded", "true");

  // the next caller's chat begins without it
  await page.getByRole("button", { name: "New Chat" }).click();
  await expect(chip).toHaveCount(0);
  await page.goBack();
  await expect(chip).toBeVisible();
  const device = await browser.newContext({ reducedMotion: "reduce" });
  const phone = await device.newPage();
  await enter(phone, url, company.admin);
  await phone.goto(page.url());
  await expect(phone.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
  await device.close();
});
