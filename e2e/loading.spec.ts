import type { Page } from "@playwright/test";
import { admin, enter, expect, test } from "./fixtures.ts";
import { measureShift, shiftOf } from "#testing/layout-shift.ts";

/** Google's limit for a good page is 0.1; a shift this small is invisible. */
const mostShift = 0.02;
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** How far each screen's visible parts move while they load, each response later than the one before. */
async function shiftsOf(page: Page, url: string, paths: string[]): Promise<Record<string, number>> {
  const pages = [page, await page.context().newPage()];
  const shifts = await Promise.all(
    pages.map(async (one, index) => {
      const size = sizes[index] ?? sizes[0];
      await one.setViewportSize(size);
      await measureShift(one, { countsResponses: true });
      return shiftsAt(one, url, paths, `${size.width} px`);
    }),
  );
  return Object.assign({}, ...shifts);
}

async function shiftsAt(
  page: Page,
  url: string,
  paths: string[],
  size: string,
): Promise<Record<string, number>> {
  let responses = 0;
  await page.route(/\/api\/(?!events)/, async (route) => {
    responses += 1;
    await new Promise((resolve) => setTimeout(resolve, 80 * (responses % 4)));
    await route.continue();
  });
  const shifts: Record<string, number> = {};
  for (const path of paths) {
    await page.goto(url + path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeAttached();
    await page.waitForLoadState("networkidle");
    shifts[`${path} at ${size}`] = await shiftOf(page);
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  return shifts;
}

const movedOf = (shifts: Record<string, number>) =>
  Object.entries(shifts).filter(([, shift]) => shift > mostShift);

test("no screen of a company moves while its parts load", async ({ page, url, company, theme }) => {
  const id = await theme("Refunds", { "Refund Policy.txt": "A refund is paid within ten business days." });
  await enter(page, url, company.admin);
  const shifts = await shiftsOf(page, url, [
    "/workspaces",
    "/themes",
    `/themes?theme=${id}&tab=documents`,
    "/agent-workbench",
    ...[
      "users",
      "members",
      "interactions",
      "interactions&status=waiting",
      "desk",
      "approved",
      "models",
      "connections",
      "sign-on",
    ].map((tab) => `/admin?tab=${tab}`),
    "/record",
    "/hand-over",
    "/proof",
    "/look-back",
    "/retention",
    "/examiners",
    "/reports",
    "/help",
    "/account",
  ]);
  expect(movedOf(shifts)).toEqual([]);
});

test("no screen of the platform moves while its parts load", async ({ page, url, company }) => {
  await enter(page, url, admin, "/companies");
  const shifts = await shiftsOf(page, url, [
    "/companies",
    `/companies?company=${company.companyId}`,
    `/admin?tab=models&companyId=${company.companyId}`,
    "/admin?tab=leads",
    "/operation",
    "/record",
    "/help",
  ]);
  expect(movedOf(shifts)).toEqual([]);
});
