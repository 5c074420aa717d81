import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createApprovedAnswer,
  getApprovedAnswer,
  listApprovedAnswers,
  renewApprovedAnswer,
  retireApprovedAnswer,
} from "#contract/answering/approved-answers.ts";
import { listDesk } from "#contract/answering/desk.ts";
import { getTestRun, listTestRuns } from "#contract/answering/test-runs.ts";
import { replaceDocument } from "#contract/knowledge/documents.ts";
import { deleteTheme, updateTheme } from "#contract/knowledge/themes.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { buildCompany } from "#testing/build.ts";
import { formOf, rowsOf } from "#testing/call.ts";
import { checkRecord } from "#testing/check-record.ts";
import { buildTheme, untilRead } from "#testing/documents.ts";

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const words = {
  returns: "Customers must return opened laptops or tablets to stores within 14 days.",
  gifts: "A gift card cannot be refunded.",
};
const textOf = ({ returns, gifts }: typeof words) => `Returns\n\n${returns}\n\nGift cards\n\n${gifts}\n`;

/** Two approved answers that rest on one document. */
async function buildApproved() {
  const { admin, companyId } = await buildCompany(app);
  const { theme, document } = await buildTheme(admin, { text: textOf(words) });
  const approve = async (question: string, quote: string) =>
    (
      await admin.call(createApprovedAnswer, {
        themeId: theme.id,
        question,
        answer: quote,
        citations: [{ documentId: document.id, quote }],
      })
    ).body.id;
  const returns = await approve("Until when are opened laptops returned?", words.returns);
  const gifts = await approve("Can a gift card be refunded?", words.gifts);
  const replace = async (now: typeof words) => {
    const form = formOf({ name: document.name, bytes: textOf(now) });
    const reply = await admin.call(replaceDocument, { id: document.id }, { form });
    expect(reply.status, reply.text).toBe(201);
    await untilRead(admin, theme.id);
  };
  const open = async (id: number) => (await admin.call(getApprovedAnswer, { id })).body;
  return { admin, companyId, theme, returns, gifts, replace, open };
}

test("words that mean the same renew it with one press, beside the old ones; others don't", async () => {
  const { admin, companyId, returns, replace, open } = await buildApproved();
  const restated = "Customers have to return opened laptops or tablets to stores within 14 days.";
  for (const [now, isRestated] of [
    [words.returns.replace("must", "may"), false],
    [words.returns.replace("14 days", "14 working days"), false],
    [words.returns.replace("or", "and"), false],
    [words.returns.replace("to stores", "with stores"), false],
    [words.returns.replace("14 days", "14 days of delivery"), false],
    [restated, true],
  ] as const) {
    await replace({ ...words, returns: now });
    expect(await open(returns), now).toMatchObject({
      ...{ state: "suspended", canRenew: isRestated },
      renewal: [{ isSame: false, isRestated, ...(isRestated ? { after: { quote: now } } : {}) }],
    });
  }
  // nobody has looked at them
  expect((await admin.call(renewApprovedAnswer, { id: returns, sameWords: true })).status).toBe(400);
  const renewed = await admin.call(renewApprovedAnswer, { id: returns });
  expect(renewed.body, renewed.text).toMatchObject({ state: "active", citations: [{ quote: restated }] });
  expect(await checkRecord(app, companyId)).toMatchObject({ problem: null });
});

test("a change that waits says how many approved answers it suspends, and whose words stand in it", async () => {
  const { admin, theme, returns, gifts, replace } = await buildApproved();
  await admin.call(updateTheme, { id: theme.id, requireApproval: true });
  await replace({ ...words, gifts: "A gift card is refunded within a year." });
  const [run] = (await admin.call(listTestRuns, { themeId: theme.id })).body;
  expect((await admin.call(getTestRun, { id: run?.id ?? 0 })).body).toMatchObject({
    ...{ suspends: 2, renewable: 1 },
  });
  for (const id of [returns, gifts])
    expect((await admin.call(getApprovedAnswer, { id })).body.state).toBe("active");
});

test("what a deleted theme suspends is nobody's work", async () => {
  const { admin, theme, returns } = await buildApproved();
  await admin.call(deleteTheme, { id: theme.id });
  expect((await admin.call(listDesk, {})).body).toEqual([]);
  expect((await admin.call(listApprovedAnswers, { state: "waiting" })).body).toEqual([]);
  const suspended = (await admin.call(listApprovedAnswers, { state: "suspended" })).body;
  expect(rowsOf(suspended).map(({ isThemeDeleted }) => isThemeDeleted)).toEqual([true, true]);
  const refused = await admin.call(renewApprovedAnswer, { id: returns });
  expect([refused.status, refused.error.error]).toEqual([409, expect.stringContaining("Restore the theme")]);
  expect((await admin.call(retireApprovedAnswer, { id: returns })).status).toBe(200);
});
