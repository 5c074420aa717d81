import { ask, rateAnswer } from "#contract/answering/answers.ts";
import { createApprovedAnswer } from "#contract/answering/approved-answers.ts";
import { reviewInteraction } from "#contract/answering/interactions.ts";
import { login } from "#contract/identity/sessions.ts";
import { listDocuments } from "#contract/knowledge/documents.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { rowsOf, send } from "#testing/call.ts";
import { admin, enter, expect, signIn, test } from "./fixtures.ts";

const text = "A refund takes ten business days. A washer has a warranty of two years.";
const narrowed = {
  distributionPartners: ["Coastal"],
  products: ["Washer"],
  topics: ["Washer"],
  states: [] as string[],
};

test("every number of a report leads to exactly the rows that it counts", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const id = await theme("Refunds", { "Refunds.txt": text });
  const other = await theme("Empty shelf");
  await api(updateTheme, { id, topicTags: ["King"], productTags: ["Washer"] });
  const { sessionToken } = await send(url, null, login, company.admin);
  const asked = [];
  const questions: [themeId: number, userQuery: string, tags?: typeof narrowed][] = [
    [id, "How long does a refund take?"],
    [id, "How long is the warranty of a washer?"],
    [id, "How long does a refund take, again?"],
    [id, "Who is the king of Mongolia?"],
    [id, "Where is the moon?"],
    [other, "Who is the queen of Norway?"],
    [id, "How long does a refund take?", narrowed],
  ];
  for (const [themeId, userQuery, tags] of questions)
    asked.push(
      await send(url, sessionToken, ask, {
        themeId,
        userQuery,
        sessionId: "s",
        ...(tags === undefined ? {} : { selectedTags: tags }),
      }),
    );
  const [first, second] = asked.map(({ interactionId }) => interactionId);
  await send(url, sessionToken, rateAnswer, { interactionId: Number(first), rating: "good" });
  await send(url, sessionToken, rateAnswer, { interactionId: Number(second), rating: "bad" });
  await api(reviewInteraction, {
    id: Number(second),
    verdict: "wrong",
    note: "No",
    correctedAnswer: "Three.",
  });
  await api(ask, { themeId: id, userQuery: "How long does a refund take?", sessionId: "t" });
  const [document] = rowsOf(await api(listDocuments, { id }));
  const approved = {
    question: "Within how many days is a refund paid?",
    answer: "Ten business days. [1]",
    citations: [{ documentId: document?.id ?? 0, quote: "A refund takes ten business days." }],
  };
  await api(createApprovedAnswer, { themeId: id, ...approved });
  const reused = { themeId: id, userQuery: approved.question, sessionId: "u" };
  expect(await send(url, sessionToken, ask, reused)).toMatchObject({ mode: "approved" });

  await signIn(page, url, admin);
  await expect(page).not.toHaveURL(/login/);
  const list = await page.context().newPage();
  let counted = 0;
  const followed = new Map<string, string>();
  test.setTimeout(300_000);
  for (const [period, scope] of [
    ["30", `&company=${company.companyId}&companyId=${company.companyId}`],
    ["7", `&company=${company.companyId}&companyId=${company.companyId}`],
    ["365", ""],
  ] as const) {
    await page.goto(`${url}/reports?period=${period}${scope}`);
    const tabs = page.getByRole("main").getByRole("tab");
    await tabs.first().waitFor();
    for (const tab of await tabs.all()) {
      await tab.click();
      await page.waitForLoadState("networkidle");
      await expect(page.locator("[data-waiting]")).toHaveCount(0);
      const view = await tab.textContent();
      expect(await page.getByRole("main").evaluate(bareNumbers), `${period} days, ${view}`).toEqual([]);
      const links = await page
        .locator("[data-counted]")
        .evaluateAll((all) =>
          all.map((link) => [link.getAttribute("href") ?? "", link.getAttribute("data-counted") ?? ""]),
        );
      for (const [href = "", number = ""] of links) {
        if (followed.get(href) === number) continue;
        followed.set(href, number);
        if (href.startsWith("/reports")) {
          await list.goto(url + href);
          const rows = list
            .getByRole("main")
            .getByRole("row")
            .filter({ has: list.getByRole("link") });
          await expect(rows, `${period} days, ${view}: ${href}`).toHaveCount(Number(number));
          counted += 1;
          continue;
        }
        const answered = list.waitForResponse((response) =>
          /\/api\/(admin\/interactions|reviews)\?/.test(response.url()),
        );
        await list.goto(url + href);
        const body = (await (await answered).json()) as { total: number };
        expect(String(body.total), `${period} days, ${view}: ${href}`).toBe(number);
        counted += 1;
      }
    }
  }
  expect(counted).toBeGreaterThan(40);
});

/** Whole numbers that a screen shows outside its links, with the words around them. */
function bareNumbers(main: Element): string[] {
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const own = node.parentElement;
    if (own === null || own.closest("a, button, svg, [aria-hidden=true]") !== null) continue;
    const number = node.textContent?.trim() ?? "";
    // the length of the period counts no rows
    if (own.textContent?.includes(`${number} days`)) continue;
    if (/^[1-9][\d,]*$|^Highest \d/.test(number))
      found.push(`${node.textContent} in ${own.tagName} of ${own.parentElement?.textContent?.slice(0, 80)}`);
  }
  return found;
}

test("a notice of a correction and an earlier question lead to their own place in a long chat", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const id = await theme("Refunds", { "Refunds.txt": text });
  const { sessionToken } = await send(url, null, login, company.admin);
  const asked = [];
  for (const n of [1, 2, 3, 4, 5, 6])
    asked.push(
      await send(url, sessionToken, ask, {
        themeId: id,
        userQuery: `How long does refund number ${n} take?`,
        sessionId: "one chat",
      }),
    );
  const corrected = Number(asked[1]?.interactionId);
  await api(reviewInteraction, {
    id: corrected,
    verdict: "wrong",
    note: "",
    correctedAnswer: "Eleven days.",
  });
  await enter(page, url, company.admin, `/agent-workbench?interaction=${corrected}`);
  await expect(page.getByText("Eleven days.")).toBeInViewport();
  await expect(page.getByRole("heading", { name: "How long does refund number 2 take?" })).toBeInViewport();
  await expect(
    page.getByRole("heading", { name: "How long does refund number 6 take?" }),
  ).not.toBeInViewport();
  await page.getByRole("button", { name: "Your earlier questions" }).click();
  await page.getByRole("button", { name: /How long does refund number 4 take/ }).click();
  await expect(page.getByRole("heading", { name: "How long does refund number 4 take?" })).toBeInViewport();
  await expect(
    page.getByRole("heading", { name: "How long does refund number 2 take?" }),
  ).not.toBeInViewport();
});
