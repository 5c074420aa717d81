import { ask } from "#contract/answering/answers.ts";
import { deleteDocument, listDocuments } from "#contract/knowledge/documents.ts";
import { getRecordState } from "#contract/evidence/record.ts";
import { login } from "#contract/identity/sessions.ts";
import { deleteTheme, updateTheme } from "#contract/knowledge/themes.ts";
import { updateUser } from "#contract/identity/users.ts";
import { rowsOf, send } from "#testing/call.ts";
import { measureShift, shiftOf } from "#testing/layout-shift.ts";
import { enter, expect, expectAccessible, test } from "./fixtures.ts";

const documentName = "Refund Policy.txt";

test("an administrator reads who did what, verifies the record and hands over a part", async ({
  page,
  url,
  company,
  theme,
}) => {
  const long = "Refunds-without-a-place-to-break".repeat(3);
  await theme(long, { [documentName]: "Opened products may be returned within 14 days." });
  await enter(page, url, company.admin);

  // reached from Administration by keyboard
  await page.goto(`${url}/admin`);
  await page.getByRole("link", { name: "Record", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Record", level: 1 })).toBeVisible();
  const events = page.getByRole("list", { name: "Events" });
  await expect(events.getByText(`Maria Rossi uploaded ${documentName}`)).toBeVisible();
  await expectAccessible(page);

  // the URL holds the filters and restores them
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Action").selectOption({ label: "Theme: create" });
  await expect(page).toHaveURL(/action=theme\.create/);
  await expect(events.getByRole("listitem")).toHaveCount(1);
  await page.reload();
  await expect(events.getByRole("listitem")).toHaveCount(1);
  await events.getByText("Details").click();
  await expect(events.getByRole("row", { name: /^Name/ })).toContainText(long);
  await page.getByRole("button", { name: "Filters (1)" }).click();
  await page.getByLabel("Period").selectOption("custom");
  await expect(page.getByLabel("From", { exact: true })).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill("2020-01-01");
  await expect(page.getByText("No events match your filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(events.getByText("signed in").first()).toBeVisible();

  await page.getByRole("button", { name: "Verify now" }).click();
  await expect(page.getByRole("region", { name: "State of the record" })).toContainText(/Intact: \d+ events/);

  await page.getByRole("button", { name: "Export", exact: true }).click();
  await expectAccessible(page);
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ]);
  expect(csv.suggestedFilename()).toMatch(/\.csv$/);

  await page.getByRole("link", { name: "Hand Over", exact: true }).click();
  await page.getByRole("button", { name: "Make bundle" }).click();
  const download = page.getByRole("link", { name: "Download bundle" });
  await expect(download).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  const [bundle] = await Promise.all([page.waitForEvent("download"), download.click()]);
  expect(bundle.suggestedFilename()).toMatch(/\.zip$/);
  const [key] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Public keys" }).click(),
  ]);
  expect(key.suggestedFilename()).toBe("key.pem");

  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("a list of interactions leads to an evidence bundle of its theme and period", async ({
  page,
  url,
  company,
  theme,
}) => {
  const id = await theme("Refunds", { [documentName]: "Opened products may be returned within 14 days." });
  await enter(
    page,
    url,
    company.admin,
    `/admin?tab=interactions&theme=${id}&period=custom&from=2026-03-01&to=2026-03-31`,
  );
  await page.getByRole("button", { name: "Other exports" }).click();
  await page.getByRole("link", { name: "Evidence bundle" }).click();
  const part = page.getByRole("region", { name: "Hand over part of the record" });
  await expect(part).toBeInViewport();
  await expect(part.getByLabel("First day of the bundle")).toHaveValue("2026-03-01");
  await expect(part.getByLabel("Last day of the bundle")).toHaveValue("2026-03-31");
  await expect(part.getByRole("combobox", { name: "Theme of the bundle" })).toHaveValue("Refunds");
  await expectAccessible(page);
  await part.getByRole("button", { name: "Make bundle" }).click();
  await expect(part.getByRole("list", { name: "Bundles" })).toContainText(
    "2026-03-01 to 2026-03-31, Refunds",
  );
});

test("an altered record is announced at the top, with a message and a next step", async ({
  page,
  url,
  api,
  company,
}) => {
  const state = await api(getRecordState, { companyId: company.companyId });
  const sentence = "Event 3 was changed.";
  const problem = { kind: "changed", from: 3, to: 3, sentence } as const;
  const startedAt = "2026-03-01T10:00:00.000Z";
  const check = { id: 1, startedAt, size: 9, outside: null, erased: 0 };
  let answered: typeof state = {
    ...state,
    check: { ...check, finishedAt: null, checked: 4, outcome: null, problem: null },
  };
  await page.route("**/api/record/state*", (route) => route.fulfill({ json: answered }));
  await enter(page, url, company.admin, "/record");
  await expect(page.getByText("4 of 9 events checked")).toBeVisible();
  await expect(page.getByRole("button", { name: "Verifying..." })).toBeDisabled();
  answered = {
    ...state,
    check: { ...check, finishedAt: startedAt, checked: 9, outcome: "altered", problem },
  };
  await expect(page.getByRole("alert")).toContainText(sentence);
  await expectAccessible(page);
});

test("an answer is proved and replayed after its document, theme and asker have changed", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const themeId = await theme("Refunds", {
    [documentName]: "Opened products may be returned within 14 days.",
  });
  await api(updateTheme, { id: themeId, guidingInstructions: "Be brief." });
  const { sessionToken, user } = await send(url, null, login, company.admin);
  const userQuery = "How long may opened products be returned?";
  const asked = { themeId, userQuery, sessionId: "s" };
  const { interactionId } = await send(url, sessionToken, ask, asked);
  await api(updateUser, { id: user.id, firstName: "Renamed" });
  await api(updateTheme, { id: themeId, name: "Other", guidingInstructions: "Be long." });
  const [cited] = rowsOf(await api(listDocuments, { id: themeId }));
  await send(url, sessionToken, deleteDocument, { id: cited?.id });

  await enter(page, url, company.admin, `/admin?tab=interactions&interaction=${interactionId}`);
  await page.getByRole("dialog").getByRole("link", { name: "Proof", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `Proof of interaction ${interactionId}` })).toBeVisible();
  await expect(page.getByRole("region", { name: "Theme at the time" })).toContainText("Be brief.");
  await expect(page.getByText(/Unchanged since .+\. Checked now\./)).toBeVisible();
  await expect(page.getByRole("list", { name: "What became of this answer" })).toContainText(
    "quoted from version 1",
  );
  const proof = page.getByRole("region", { name: "Proof", exact: true });
  await expect(proof).toContainText("Maria Rossi, Workspace Admin at that time");
  await expect(proof).toContainText(`${documentName}, version 1`);
  await expect(proof.getByRole("img", { name: "The signed head as a QR code" })).toBeVisible();
  await expect(proof.getByRole("link", { name: "Verifier" })).toBeVisible();
  const [key] = await Promise.all([
    page.waitForEvent("download"),
    proof.getByRole("button", { name: "Public key" }).click(),
  ]);
  expect(key.suggestedFilename()).toBe("key.pem");
  // opened by its address alone, nothing moves when the type arrives
  await measureShift(page);
  await page.reload();
  await expect(page.getByText(/Unchanged since .+\. Checked now\./)).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Sources" })).toBeVisible();
  expect(await shiftOf(page)).toBe(0);
  // each source once, with its passage
  const sources = page.getByRole("complementary", { name: "Sources" });
  await expect(sources.getByRole("listitem")).toHaveCount(1);
  await sources.getByText("Passage at the time").click();
  await expect(sources.getByText("Opened products may be returned within 14 days.")).toBeVisible();
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download proof" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`interaction-${String(interactionId)}.proof.json`);

  // the document is gone: today's answer differs, and is marked
  await page.getByRole("button", { name: "Ask again now" }).click();
  const then = page.getByRole("article", { name: "Then" });
  await expect(then.locator("[data-verdict]").first()).toBeVisible();
  await expect(page.getByRole("article", { name: "Now" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  // the theme itself removed
  await send(url, sessionToken, deleteTheme, { id: themeId });
  await page.reload();
  await expect(page.getByRole("region", { name: "Theme at the time" })).toContainText("Be brief.");
});
