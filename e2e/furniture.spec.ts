import type { Page } from "@playwright/test";
import { ask } from "#contract/answering/answers.ts";
import { login } from "#contract/identity/sessions.ts";
import { listDocuments, updateDocumentTags } from "#contract/knowledge/documents.ts";
import { rowsOf, send } from "#testing/call.ts";
import { askAtWorkbench, enter, expect, test } from "./fixtures.ts";

/** What a screen asks of whoever opens it: visible controls and words, on full lists (docs/specification/screens.md). */
const controls = "a[href], button, input, select, textarea, summary, [role=option], [role=tab]";

const countControls = (page: Page, within: string, without = "") =>
  page.evaluate(
    ([all = "", inside = "", outside = ""]) =>
      [...document.querySelectorAll(inside)].flatMap((root) =>
        [...root.querySelectorAll(all)].filter(
          (element) =>
            element.checkVisibility({ visibilityProperty: true }) &&
            (outside === "" || element.closest(outside) === null),
        ),
      ).length,
    [controls, within, without],
  );

const policy = "Opened products may be returned within 14 days. A refund takes three days. Gift cards stay.";

test("Chat Interactions has at most 40 controls, with a full page", async ({ page, url, company, theme }) => {
  const themeId = await theme("Refunds", { "Refund Policy.txt": policy });
  const { sessionToken } = await send(url, null, login, company.admin);
  for (let n = 1; n <= 60; n++)
    await send(url, sessionToken, ask, {
      themeId,
      userQuery: `How long does refund ${n} take?`,
      sessionId: "s",
    });
  await enter(page, url, company.admin, "/admin?tab=interactions");
  await expect(page.getByRole("row")).toHaveCount(11);
  await expect(page.getByText("Showing 1 to 10 of 60 results")).toBeVisible();
  expect(await countControls(page, "main")).toBeLessThanOrEqual(40);

  // as much open work, a pair of buttons in a row
  for (const subject of "Alpacas Bananas Cacti Dolphins Eclipses Fjords Glaciers Harps Igloos Jungles Kites".split(
    " ",
  ))
    await send(url, sessionToken, ask, {
      themeId,
      userQuery: `Where do ${subject} come from?`,
      sessionId: "s",
    });
  await page.goto(`${url}/admin?tab=interactions&status=work`);
  const work = page.getByRole("table", { name: "Work on answers" }).getByRole("row");
  await expect(work).toHaveCount(11);
  await expect(work.last().getByRole("button")).toHaveCount(2);
  expect(await countControls(page, "main")).toBeLessThanOrEqual(40);

  // the record of the same questions, as far as one page goes
  await page.goto(`${url}/record`);
  const events = page.getByRole("list", { name: "Events" });
  await expect(events.getByText("got an answer").first()).toBeVisible();
  await expect(page.getByText(/^30 shown, /)).toBeVisible();
  const words = await page.getByRole("main").innerText();
  expect(words.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(600);
  // a question and its answer are one line
  expect(await events.getByRole("listitem").count()).toBeLessThanOrEqual(25);
});

test("the workbench has at most 25 controls outside the conversation, with tags and earlier chats", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const id = await theme("Refunds", { "Refund Policy.txt": policy });
  const [document] = rowsOf(await api(listDocuments, { id }));
  await api(updateDocumentTags, {
    id: document?.id,
    distributionPartnerTags: ["Northgate", "Coastal"],
    productTags: Array.from({ length: 15 }, (_, n) => `Plan ${n}`),
    topicTags: Array.from({ length: 15 }, (_, n) => `Topic ${n}`),
    stateTags: ["Ohio", "Texas"],
  });
  await enter(page, url, company.admin, "/agent-workbench");
  await expect(page.getByRole("button", { name: "Narrow by tag" })).toBeVisible();
  expect(await countControls(page, "body", "main")).toBeLessThanOrEqual(25);
  await askAtWorkbench(page, url, "How long does a refund take?");
  await expect(page.getByText("1 passage quoted word for word")).toBeVisible();
  await expect(page.getByRole("button", { name: "Pin this chat" })).toBeVisible();
  expect(await countControls(page, "body", "main")).toBeLessThanOrEqual(25);
});
