import type { Page } from "@playwright/test";
import { listDocuments, updateDocumentTags } from "#contract/knowledge/documents.ts";
import { updateTheme, createTheme } from "#contract/knowledge/themes.ts";
import { rowsOf } from "#testing/call.ts";
import { enter, expect, expectAccessible, test } from "./fixtures.ts";
import { measureShift, resetShift, shiftOf } from "#testing/layout-shift.ts";

const policy = `Refund Policy

1. Time limits
A customer may return an unopened product within 30 days of delivery.
Opened products may be returned within 14 days of delivery.

2. Late refunds
A refund that is not paid within ten business days must be reported to the billing supervisor.
`;
const asked = "How many days does a customer have to return an unopened product?";
const sentence = "A customer may return an unopened product within 30 days of delivery.";

const question = (page: Page) => page.getByPlaceholder("Type your question here...");

async function openBench(page: Page, url: string, person: { email: string; password: string }) {
  await enter(page, url, person, "/agent-workbench");
  await question(page).waitFor();
}

test("a person goes from the question to the source and back by keyboard alone, with accessible names", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Refunds", { "Refund Policy.txt": policy });
  await openBench(page, url, company.admin);
  await question(page).focus();
  await page.keyboard.type(asked);
  await page.keyboard.press("Shift+Enter");
  await expect(question(page)).toHaveValue(`${asked}\n`);
  await page.keyboard.press("Enter");
  const answer = page.getByRole("article").last();
  await expect(answer.getByText("Quoted from your documents")).toBeVisible();
  await expect(question(page)).toHaveValue("");
  await expect(question(page)).toBeFocused();

  // a mark highlights its note, and a note its mark
  const mark = answer.getByRole("button", { name: "Source 1", exact: true }).first();
  const note = answer.getByRole("complementary", { name: "Sources" }).getByRole("button").first();
  await mark.focus();
  await expect(note).toHaveAttribute("data-lit", "true");
  await note.focus();
  await expect(answer.locator("sup[data-lit]").first()).toHaveText("1");
  await expect(answer.locator("span[data-lit]").first()).toContainText("30 days");

  await page.keyboard.press("Enter");
  const source = page.getByRole("dialog", { name: "Refund Policy.txt" });
  await expect(source.locator("mark")).toContainText("30 days");
  await page.keyboard.press("Escape");
  await expect(source).toHaveCount(0);
  await expect(note).toBeFocused();

  const good = answer.getByRole("button", { name: "Good answer" });
  await good.focus();
  await page.keyboard.press("Space");
  await expect(good).toHaveAttribute("aria-pressed", "true");

  // the saved question is found again
  await page.getByRole("button", { name: "Your earlier questions" }).focus();
  await page.keyboard.press("Enter");
  const history = page.getByRole("dialog", { name: "Your earlier questions" });
  await history.getByLabel("Search your questions and answers").fill("nothing like this was asked");
  await expect(history.getByText("Nothing found.")).toBeVisible();
  await history.getByLabel("Search your questions and answers").fill("unopened");
  await expect(history.getByRole("button", { name: asked })).toBeVisible();
  await expectAccessible(page);
  await history.getByRole("button", { name: asked }).focus();
  await page.keyboard.press("Enter");
  await expect(history).toHaveCount(0);
  await expect(page.getByRole("heading", { name: asked })).toBeVisible();
  await page.getByRole("button", { name: "New Chat" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: asked })).toHaveCount(0);
});

test("the tags are a single Tab stop, and focus is never lost", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const themeId = await theme("Refunds", { "Refund Policy.txt": policy });
  const [document] = rowsOf(await api(listDocuments, { id: themeId }));
  await api(updateDocumentTags, {
    id: document?.id,
    distributionPartnerTags: ["Northgate"],
    productTags: ["Plan A", "Plan B"],
    topicTags: ["refunds"],
    stateTags: [],
  });
  await openBench(page, url, company.admin);
  // people come here to ask
  await expect(question(page)).toBeFocused();
  const tag = (name: string) => page.getByRole("button", { name, exact: true });
  await expect(tag("Narrow by tag")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(tag("Narrow by tag")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(tag("Northgate")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(tag("Northgate")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(tag("Plan A")).toBeFocused();
  await page.keyboard.press("End");
  await expect(tag("refunds")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByText("1 selected")).toBeVisible();
  // chosen tags are kept like the typed question
  await page.reload();
  await expect(page.getByText("1 selected")).toBeVisible();
  await tag("refunds").focus();
  await page.keyboard.press("Shift+Tab");
  await expect(tag("Narrow by tag")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(tag("refunds")).toBeFocused();
  // a chip disappears with the press that removes it
  await tag("Your earlier questions").focus();
  await page.keyboard.press("Tab");
  await expect(tag("Remove refunds")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 selected")).toBeHidden();
  await expect(question(page)).toBeFocused();
  await tag("New Chat").focus();
  await page.keyboard.press("Enter");
  await expect(question(page)).toBeFocused();
});

test("an answer is copied with the words of its sources", async ({ page, context, url, company, theme }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await theme("Refunds", { "Refund Policy.txt": policy });
  await openBench(page, url, company.admin);
  await question(page).fill(asked);
  await question(page).press("Enter");
  await page.getByRole("button", { name: "Copy with sources" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const parts = text.split("\n\n");
  expect(parts[0]).toBe(asked);
  expect(text).toContain(sentence);
  const sources = parts.slice(parts.indexOf("Sources:") + 1);
  expect(sources[0]).toMatch(/^\[1\] Refund Policy\.txt, .*score \d\.\d\d: “A customer may return/);
  const cited = new Set([...text.matchAll(/\[(\d)\]/g)].map((match) => match[1]));
  expect(cited.size).toBe(sources.length);
});

test("a follow-up's question scrolls to the top, and nothing moves while its answer is written", async ({
  page,
  url,
  company,
  theme,
  model,
}) => {
  const long = Array.from({ length: 40 }, () => `${sentence.slice(0, -1)} [1].`).join("\n\n");
  await measureShift(page);
  await page.addInitScript(() => {
    const seen = { rawMarks: 0 };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      if (/\[\d+\]/.test(document.querySelector("[role=log]")?.textContent ?? "")) seen.rawMarks += 1;
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await theme("Refunds", { "Refund Policy.txt": policy });
  model.behave({ kind: "answer", reply: () => `${sentence.slice(0, -1)} [1].` });
  await openBench(page, url, company.admin);
  await question(page).fill(asked);
  await question(page).press("Enter");
  await expect(page.getByText("1 of 1 sentence confirmed in the sources")).toBeVisible();

  model.behave({ kind: "answer", reply: () => long, delayMs: 20 });
  await question(page).fill(asked);
  await question(page).press("Enter");
  const second = page.getByRole("article").last();
  await expect(second.getByText("Writing and checking")).toBeVisible();
  const heading = second.getByRole("heading", { name: asked });
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeLessThan(140);
  // the asker controls the moment of sending; from here on the page stays still
  await resetShift(page);
  await expect(second).toHaveAttribute("aria-busy", "false", { timeout: 60_000 });
  await expect(second.getByRole("button", { name: "Source 1", exact: true }).first()).toBeVisible();
  const rawMarks = await page.evaluate("window.seen.rawMarks");
  expect({ shift: await shiftOf(page), rawMarks }).toEqual({ shift: 0, rawMarks: 0 });

  // a mark never begins a line, however narrow the column
  const alone = await second.evaluate((article) => {
    const paragraph = article.querySelector("p:has(sup)");
    if (!(paragraph instanceof HTMLElement)) return null;
    // every width applies at once, and line balancing hides no break
    paragraph.style.transition = "none";
    paragraph.style.textWrap = "wrap";
    const widths: number[] = [];
    for (let width = 120; width < 620; width += 1) {
      paragraph.style.width = `${width}px`;
      const mark = paragraph.querySelector("sup button")?.getBoundingClientRect();
      if (mark === undefined) return null;
      if (mark.left - paragraph.getBoundingClientRect().left < 10) widths.push(width);
    }
    return widths;
  });
  expect(alone).toEqual([]);
});

test("arriving text never moves the page under a reader, and the answer can be stopped", async ({
  page,
  url,
  company,
  theme,
  model,
}) => {
  const long = Array.from({ length: 240 }, () => `${sentence.slice(0, -1)} [1].`).join("\n\n");
  model.behave({ kind: "answer", reply: () => long, delayMs: 4 });
  await theme("Refunds", { "Refund Policy.txt": policy });
  await page.setViewportSize({ width: 1200, height: 500 });
  await openBench(page, url, company.admin);
  await question(page).fill(asked);
  await question(page).press("Enter");
  const answer = page.getByRole("article").last();
  await expect(answer.getByText("30 days").first()).toBeVisible();
  const heightThen = await page.evaluate(() => document.documentElement.scrollHeight);
  // the user reads further up while the rest arrives
  await page.evaluate(() => window.scrollTo(0, 60));
  const places = await page.evaluate(async () => {
    const seen: number[] = [];
    for (let look = 0; look < 20; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      seen.push(window.scrollY);
    }
    return seen;
  });
  const heightNow = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(heightNow, "nothing arrived meanwhile").toBeGreaterThan(heightThen);
  expect(new Set(places).size, `the page moved: ${places.join(", ")}`).toBe(1);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Ask", exact: true })).toBeVisible();
  await expect(answer).toHaveAttribute("aria-busy", "false");
  // the text so far stays, marked as unfinished, and a stopped question can be asked again
  await expect(answer.getByText("The answer was stopped.")).toBeVisible();
  const unfinished = answer.getByRole("region", { name: "Unfinished answer" });
  await expect(unfinished).toContainText("the sentences checked so far, not saved");
  await expect(unfinished).toContainText("within 30 days of delivery");
  await expect(answer.getByRole("button", { name: /Source|Copy|answer/ })).toHaveCount(0);
  await expectAccessible(page);
  model.behave({ kind: "answer", reply: () => `${sentence.slice(0, -1)} [1].` });
  await page.getByRole("button", { name: "Ask again" }).click();
  await expect(page.getByText("1 of 1 sentence confirmed in the sources")).toBeVisible();
  await expect(page.getByRole("button", { name: "Ask again" })).toHaveCount(0);
});

test("a theme closed or taken away while a question is typed says so, and asks nobody to try again", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const closing = await theme("Refunds", { "Refund Policy.txt": policy });
  await theme("Returns", { "Refund Policy.txt": policy });
  await openBench(page, url, company.admin);
  await page.goto(`${url}/agent-workbench?theme=${closing}`);
  await question(page).fill(asked);
  await api(updateTheme, { id: closing, isActive: false });
  await page.keyboard.press("Enter");
  const answer = page.getByRole("article").last();
  await expect(answer.getByRole("alert")).toContainText("This theme is inactive and cannot be asked.");
  await expect(answer.getByRole("alert")).not.toContainText("try again");
  await expect(page.getByRole("button", { name: "Ask again" })).toHaveCount(0);
  // the typed question is back, and the other theme is offered
  await expect(question(page)).toHaveValue(asked);
  await expect(page.getByRole("combobox", { name: "Theme" })).toHaveValue("Returns");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article").last()).toContainText(sentence);
});

test("the text of an interrupted answer stays with its asker, and no one else ever finds it", async ({
  page,
  url,
  company,
  theme,
  model,
}) => {
  model.behave({ kind: "cut", text: `${sentence} And what was half [` });
  await theme("Refunds", { "Refund Policy.txt": policy });
  await openBench(page, url, company.admin);
  await question(page).fill(asked);
  await question(page).press("Enter");
  const answer = page.getByRole("article").last();
  await expect(answer.getByRole("alert")).toContainText("Your question is saved");
  const unfinished = answer.getByRole("region", { name: "Unfinished answer" });
  await expect(unfinished).toContainText(/within 30 days of delivery\.\s*1$/);
  await expectAccessible(page);
  // the record has the question and the reason for no answer
  await page.getByRole("button", { name: "Your earlier questions" }).click();
  await page.getByRole("dialog").getByRole("button", { name: asked }).click();
  await expect(answer.getByRole("alert")).toContainText("Your question is saved");
  await expect(answer).not.toContainText("And what was half");
  await expect(unfinished).toHaveCount(0);
});

test("an answer that fell back on quotes because the model failed says so", async ({
  page,
  url,
  api,
  company,
  theme,
  model,
}) => {
  model.behave({ kind: "status", status: 500 });
  const id = await theme("Refunds", { "Refund Policy.txt": policy });
  await api(updateTheme, { id, name: "Refunds", fallback: "quotes" });
  await openBench(page, url, company.admin);
  await question(page).fill(asked);
  await question(page).press("Enter");
  await expect(page.getByText(sentence).first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("article").last()).toContainText(/model/i);
  await expectAccessible(page);
});

test("a question of 4,000 characters leaves its answer visible and expands by keyboard", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Refunds", { "Refund Policy.txt": policy });
  await openBench(page, url, company.admin);
  const story = "The customer bought it in March and has not opened it since. ".repeat(64);
  await question(page).fill(`${asked} ${story}`.slice(0, 4000));
  await page.keyboard.press("Enter");
  const answer = page.getByRole("article").last();
  await expect(answer.getByText("Quoted from your documents")).toBeVisible();
  const heading = answer.getByRole("heading", { level: 2 });
  const height = () => heading.locator("..").evaluate((element) => element.clientHeight);
  expect(await height()).toBeLessThan(220);
  const all = answer.getByRole("button", { name: "Show all" });
  await expect(all).toHaveAttribute("aria-expanded", "false");
  await expectAccessible(page);
  await all.press("Enter");
  expect(await height()).toBeGreaterThan(600);
  const less = answer.getByRole("button", { name: "Show less" });
  await expect(less).toBeFocused();
  await expect(less).toHaveAttribute("aria-expanded", "true");
  await less.press("Space");
  expect(await height()).toBeLessThan(220);

  await question(page).fill(asked);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByText("Quoted from your documents")).toHaveCount(2);
  await expect(page.getByRole("article").last().getByRole("button", { name: "Show all" })).toHaveCount(0);
});

test("the model's name beside the chosen theme is never cut", async ({ page, url, api, company }) => {
  const name = "Customer Support for Electronics, Warranties and Every Service Plan";
  await api(createTheme, { name, modelType: "smarter", workspaceId: company.workspaceId });
  await enter(page, url, company.admin);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${url}/agent-workbench`);
    const badge = page.getByText("Smarter", { exact: true }).first();
    await expect(badge).toBeVisible();
    const [has, needs, left] = await badge.evaluate((shown) => [
      shown.clientWidth,
      shown.scrollWidth,
      shown.getBoundingClientRect().left -
        (shown.closest("[data-position=right]")?.getBoundingClientRect().left ?? 0),
    ]);
    expect(needs).toBeLessThanOrEqual(has ?? 0);
    expect(left).toBeGreaterThanOrEqual(0);
  }
});
