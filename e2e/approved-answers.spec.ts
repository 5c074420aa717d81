import type { Browser, Page } from "@playwright/test";
import { listDocuments, replaceDocument } from "#contract/knowledge/documents.ts";
import { createApprovedAnswer } from "#contract/answering/approved-answers.ts";
import { checkRecord, getRecordState } from "#contract/evidence/record.ts";
import { login } from "#contract/identity/sessions.ts";
import { formOf, rowsOf, send } from "#testing/call.ts";
import { arrive, askAtWorkbench, enter, expect, expectAccessible, invite, test } from "./fixtures.ts";
import { takePictures } from "./take-pictures.ts";

const policy = (more: string) => `Return Policy

1. Time limits
A customer may return an unopened product within 30 days of delivery. Opened products may be returned within 14 days.
Gift cards are not refundable.
${more}`;
const question = "How many days does a customer have to return an unopened product?";

/** A colleague in a browser of their own. */
async function enterAsLuis(
  browser: Browser,
  url: string,
  api: Parameters<typeof invite>[0],
  company: Parameters<typeof invite>[1],
): Promise<Page> {
  const luis = await arrive(url, await invite(api, company, { role: "workspace_admin", firstName: "Luis" }));
  const page = await browser.newPage();
  await enter(page, url, luis);
  return page;
}

test("a correction answers the next person, stops with its words, is renewed, and all of it is on record", async ({
  page,
  browser,
  url,
  api,
  company,
  theme,
}) => {
  const themeId = await theme("Returns", { "Return Policy.txt": policy("") });

  await enter(page, url, company.admin, "/admin?tab=approved");
  await expect(page.getByText("No answer is approved yet.")).toBeVisible();
  await expectAccessible(page);
  await takePictures(page, "empty");

  // somebody asks in other words, and gets quotes
  const asker = await enterAsLuis(browser, url, api, company);
  await askAtWorkbench(asker, url, "Within how many days can an unopened product be returned?");
  await expect(asker.getByText("Quoted from your documents").last()).toBeVisible();
  await askAtWorkbench(asker, url, question);
  await expect(asker.getByText("Quoted from your documents").last()).toBeVisible();

  // the answer is corrected and approved
  await page.goto(`${url}/admin?tab=interactions`);
  await page
    .getByRole("button", { name: /^Review interaction/ })
    .first()
    .click();
  const review = page.getByRole("dialog", { name: "Review this answer" });
  await review.getByRole("radio", { name: "Incomplete" }).check();
  await review.getByLabel("Corrected answer").fill("Customers send sealed goods back for a month.");
  await review.getByLabel("Approve it for the next person").check();
  await review.getByLabel("Within how many days can an unopened product be returned?").check();
  await expectAccessible(page);
  await takePictures(page, "review");
  await review.getByRole("button", { name: "Save Review" }).click();
  // its words stand nowhere: they are chosen beside it
  await expect(review.getByRole("alert")).toContainText(
    "The review was not saved. None of the answer's sources",
  );
  await review
    .getByLabel("Words it rests on")
    .first()
    .fill("A customer may return an unopened product within 30 days of delivery.");
  await review
    .getByLabel("Corrected answer")
    .fill("An unopened product may be returned within 30 days of delivery. [1]");
  await expectAccessible(page);
  await takePictures(page, "words");
  await review.getByRole("button", { name: "Save Review" }).click();
  await expect(page.getByText("Review saved")).toBeVisible();

  // the next person gets it, and so does whoever asks in the ticked words
  for (const asked of [question, "Within how many days can an unopened product be returned?"]) {
    await askAtWorkbench(asker, url, asked);
    const given = asker.getByRole("article").last();
    await expect(given.getByText("Approved answer", { exact: true })).toBeVisible();
    await expect(given.getByText(/^Approved by Maria Rossi on /)).toBeVisible();
    await expect(given).toContainText("An unopened product may be returned within 30 days of delivery.");
  }
  await expectAccessible(asker);
  await askAtWorkbench(asker, url, "How many days does a customer have to exchange an unopened product?");
  const beside = asker.getByRole("region", { name: "Related approved answers" });
  await beside.getByText(question).click();
  await expect(beside).toContainText("Approved by Maria Rossi");
  await expectAccessible(asker);
  await takePictures(asker, "workbench");

  // what it saves is in the report
  await page.goto(`${url}/admin?tab=approved`);
  await page.getByRole("button", { name: "Rules" }).click();
  const rules = page.getByRole("dialog", { name: "Rules for approved answers" });
  await rules.getByRole("textbox", { name: "Minutes saved by each use" }).fill("12");
  await expectAccessible(page);
  await takePictures(page, "rules");
  await rules.getByRole("button", { name: "Save Rules" }).click();
  await expect(page.getByText("Rules saved")).toBeVisible();
  await page.goto(`${url}/reports`);
  const used = page.getByRole("region", { name: "Approved answers" });
  await expect(used).toContainText("Minutes saved24");
  await used.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await takePictures(page, "report");

  // its document is replaced: it stops, and the same words renew it
  const { sessionToken } = await send(url, null, login, company.admin);
  const [document] = rowsOf(await api(listDocuments, { id: themeId }));
  const replaced = formOf({ name: "Return Policy.txt", bytes: policy("Vouchers never expire.\n") });
  await send(url, sessionToken, replaceDocument, { id: document?.id ?? 0 }, replaced);
  await page.goto(`${url}/admin?tab=approved`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("suspended", { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expectAccessible(page);
  await takePictures(page, "list");
  await page.getByRole("button", { name: "Renew those with unchanged words" }).click();
  const together = page.getByRole("dialog", { name: /^Look at 1 suspended answer/ });
  await expectAccessible(page);
  await takePictures(page, "together");
  await together.getByRole("button", { name: "Cancel" }).click();
  await askAtWorkbench(asker, url, question);
  await expect(asker.getByText("Quoted from your documents").last()).toBeVisible();
  await page.getByRole("button", { name: question }).click();
  const details = page.getByRole("dialog", { name: "Approved answer" });
  await expect(details.getByText("The same words now")).toBeVisible();
  await expectAccessible(page);
  await takePictures(page, "suspended");
  await details.getByRole("button", { name: "Renew" }).click();
  await expect(page.getByText("Answer renewed")).toBeVisible();
  await expect(details.getByText("active", { exact: true })).toBeVisible();
  await details.getByRole("button", { name: "Edit" }).click();
  await expect(details.getByLabel("Words it rests on")).toHaveValue(/within 30 days/);
  await expectAccessible(page);
  await takePictures(page, "editor");
  await askAtWorkbench(asker, url, question);
  await expect(asker.getByRole("article").last().getByText("Approved answer", { exact: true })).toBeVisible();
  await asker.close();

  // who approved it, when it stopped, and the check
  await page.goto(`${url}/record`);
  const events = page.getByRole("list", { name: "Events" });
  await expect(events.getByText(/Maria Rossi renewed the approved answer/).first()).toBeVisible();
  await expect(events.getByText(/suspended the approved answer/).first()).toBeVisible();
  await send(url, sessionToken, checkRecord, {});
  await expect
    .poll(async () => (await send(url, sessionToken, getRecordState, {})).check, { timeout: 30_000 })
    .toMatchObject({ finishedAt: expect.any(String), problem: null });
});

test("a declined question is given to an expert, whose answer becomes the approved one, and its asker is told", async ({
  page,
  browser,
  url,
  api,
  company,
  theme,
}) => {
  await theme("Returns", { "Return Policy.txt": policy("") });
  const asked = "Which colleague repairs espresso machines?";
  const asker = await enterAsLuis(browser, url, api, company);
  await askAtWorkbench(asker, url, asked);
  await expect(asker.getByText("The documents do not answer this").last()).toBeVisible();

  await enter(page, url, company.admin, "/admin?tab=interactions&status=work");
  const work = page.getByRole("table", { name: "Work on answers" });
  await expect(work.getByText(asked)).toBeVisible();
  await expectAccessible(page);
  await work.getByRole("button", { name: `More for ${asked}` }).click();
  await work.getByRole("button", { name: "Ask an expert" }).click();
  const expert = page.getByRole("dialog", { name: "Ask an expert" });
  await expert.getByLabel("Person").selectOption({ label: "Luis" });
  await expectAccessible(page);
  await expert.getByRole("button", { name: "Ask", exact: true }).click();
  await expect(work.getByText("Luis is asked")).toBeVisible();
  await takePictures(page, "desk");

  await asker.getByRole("button", { name: /^Notifications/ }).click();
  await asker.getByRole("link", { name: /You are asked as an expert/ }).click();
  const question = asker.getByRole("dialog", { name: "You are asked as an expert" });
  await question.getByLabel("Your answer").fill("Nobody: gift cards are not refundable.");
  await expectAccessible(asker);
  await question.getByRole("button", { name: "Send Answer" }).click();
  await expect(asker.getByText("answered", { exact: true })).toBeVisible();
  await expectAccessible(asker);
  await takePictures(asker, "expert");

  await page.reload();
  await work.getByRole("button", { name: "Approve an answer" }).click();
  const writing = page.getByRole("dialog", { name: "Write an approved answer" });
  await expect(writing.getByRole("textbox", { name: /^Question/ })).toHaveValue(asked);
  await expect(writing.getByRole("textbox", { name: /^Answer/ })).toHaveValue(/gift cards/);
  await writing.getByLabel("Document").selectOption({ label: "Return Policy.txt" });
  // on the page: a line of the text, then words selected in it
  await writing.getByRole("button", { name: "Choose on the page" }).click();
  const chooser = page.getByRole("dialog", { name: "Return Policy.txt" });
  await chooser.getByRole("button", { name: /^Choose “A customer may return/ }).click();
  await expect(chooser.getByRole("status")).toContainText("Opened products may be returned within 14 days.");
  await chooser.getByText("Gift cards are not refundable.").click({ clickCount: 3 });
  await expect(chooser.getByRole("status")).toHaveText("Gift cards are not refundable.");
  await expectAccessible(page);
  await takePictures(page, "choose");
  await chooser.getByRole("button", { name: "Use These Words" }).click();
  await expect(writing.getByLabel("Words it rests on")).toHaveValue("Gift cards are not refundable.");
  await expectAccessible(page);
  await writing.getByRole("button", { name: "Approve Answer" }).click();
  await expect(page.getByText("Answer approved")).toBeVisible();
  await expect(page.getByText("Nothing waits for you.")).toBeVisible();
  await asker.reload();
  await asker.getByRole("button", { name: /^Notifications/ }).click();
  await expect(asker.getByRole("link", { name: /A question you asked can be answered now/ })).toBeVisible();
  await asker.close();
});

test("an asker says that an approved answer beside theirs is the one, and the owner lets it answer these words, too", async ({
  page,
  browser,
  url,
  api,
  company,
  theme,
}) => {
  const themeId = await theme("Returns", { "Return Policy.txt": policy("") });
  const [document] = rowsOf(await api(listDocuments, { id: themeId }));
  const words = "A customer may return an unopened product within 30 days of delivery.";
  await api(createApprovedAnswer, {
    ...{ themeId, question, answer: "Within 30 days of delivery." },
    citations: [{ documentId: document?.id ?? 0, quote: words }],
  });
  const inOtherWords = [
    "until when is a return of an unopened product possible",
    "days to return unopened products",
  ];

  const asker = await enterAsLuis(browser, url, api, company);
  const beside = asker.getByRole("region", { name: "Related approved answers" });
  for (const asked of inOtherWords) {
    await askAtWorkbench(asker, url, asked);
    await beside.getByText(question).click();
    await beside.getByRole("button", { name: "This answers my question" }).click();
    await expect(beside.getByRole("status")).toHaveText(
      "An administrator reviews it. After that, anyone who asks in these words may get this answer.",
    );
  }
  await expectAccessible(asker);
  await takePictures(asker, "said");

  await enter(page, url, company.admin, "/admin?tab=interactions&status=work");
  const work = page.getByRole("table", { name: "Work on answers" });
  await expect(work.getByText("asked in other words")).toBeVisible();
  await work.getByRole("button", { name: "Open" }).click();
  const details = page.getByRole("dialog", { name: "Approved answer" });
  const said = details.getByRole("region", { name: "Asked in other words" });
  await expect(said.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
  await takePictures(page, "same");
  const rowOf = (asked: string) => said.getByRole("listitem").filter({ hasText: asked });
  await rowOf(inOtherWords[0] ?? "")
    .getByRole("button", { name: "Same question" })
    .click();
  await expect(page.getByText("Anyone who asks it gets this answer.")).toBeVisible();
  await rowOf(inOtherWords[1] ?? "")
    .getByRole("button", { name: "Another question" })
    .click();
  await expect(said).toBeHidden();

  await askAtWorkbench(asker, url, inOtherWords[0] ?? "");
  await expect(asker.getByRole("article").last().getByText("Approved answer", { exact: true })).toBeVisible();
  await asker.close();
  await page.goto(`${url}/record`);
  const events = page.getByRole("list", { name: "Events" });
  await expect(events.getByText(/told a question apart/).first()).toBeVisible();
});
