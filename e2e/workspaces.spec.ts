import { createHelp } from "#contract/operation/help.ts";
import { assignThemeWorkspace, createTheme } from "#contract/knowledge/themes.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import { enter, expect, expectAccessible, invite, test } from "./fixtures.ts";

test("the Agents tab lists the people of the theme's workspaces, whoever opens it", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const { companyId } = company;
  const { id: billing } = await api(createWorkspace, { name: "Billing", companyId });
  const grace = await invite(api, { companyId, workspaceId: billing }, { role: "agent", firstName: "Grace" });
  const themeId = await theme("Billing Support");
  await enter(page, url, company.admin);
  const tab = page.getByRole("tabpanel", { name: "Agents" });
  await page.goto(`${url}/themes?theme=${themeId}&tab=agents`);
  await expect(tab.getByText("No agents available in this workspace")).toBeVisible();
  await api(assignThemeWorkspace, { id: themeId, workspaceId: billing });
  await page.reload();
  // her own workspace isn't the administrator's
  await expect(tab.getByText(grace.email)).toBeVisible();
});

test("deactivating a workspace closes its theme, and the card says so", async ({
  page,
  url,
  company,
  theme,
}) => {
  await theme("Refunds");
  await enter(page, url, company.admin);
  const card = page.getByRole("article", { name: "Refunds" });
  await expect(card.getByText("Active", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Workspaces", exact: true }).click();
  await page.getByRole("button", { name: "Edit Contact Center" }).click();
  await page.getByRole("dialog").getByLabel("Active").click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^(Save|Update)/ })
    .click();
  await expect(page.getByText("Workspace updated successfully")).toBeVisible();
  await page.getByRole("link", { name: "Themes", exact: true }).click();
  await expect(card.getByText("Inactive", { exact: true })).toBeVisible();
  await expect(card.getByText("None of its workspaces is active.")).toBeVisible();
  await expectAccessible(page);
});

test("a colleague's addition appears when the screen is reopened, without a reload", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const { companyId, workspaceId } = company;
  await theme("Refunds");
  await enter(page, url, company.admin);
  await expect(page.getByRole("article", { name: "Refunds" })).toBeVisible();
  const open = (name: string) => page.getByRole("link", { name, exact: true }).click();
  await open("Help");
  // other tests on this server may have left help content for all companies
  await expect(page.getByRole("heading", { name: "Help & Training" })).toBeVisible();
  await expect(page.getByText("Who knows?")).toBeHidden();
  await open("Agent Workbench");
  await expect(page.getByRole("combobox", { name: "Theme" })).toHaveValue("Refunds");
  await open("Workspaces");
  await expect(page.getByRole("article", { name: "Contact Center" })).toContainText("0 themes");

  const fees = await api(createTheme, { name: "Fees", workspaceId });
  await api(createWorkspace, { name: "Billing", companyId });
  await api(createHelp, { type: "faq", title: "Who knows?", content: "We do.", companyId });
  await api(assignThemeWorkspace, { id: fees.id, workspaceId });
  await open("Themes");
  await page.getByText("Cards", { exact: true }).click();
  await expect(page.getByRole("article", { name: "Fees" })).toContainText("Contact Center");
  await open("Help");
  await expect(page.getByText("Who knows?")).toBeVisible();
  await open("Agent Workbench");
  await page.getByRole("combobox", { name: "Theme" }).click();
  await expect(page.getByRole("option", { name: /^Fees/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await open("Workspaces");
  await expect(page.getByRole("article", { name: "Billing" })).toBeVisible();
  await expect(page.getByRole("article", { name: "Contact Center" })).toContainText("1 theme");
});

test("the question before deleting a workspace lists its dependents", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  await theme("Refunds");
  await api(createWorkspace, { name: "Empty", companyId: company.companyId });
  await enter(page, url, company.admin, "/workspaces");
  const dialog = page.getByRole("dialog", { name: "Are you sure you want to delete this workspace?" });
  await page.getByRole("button", { name: "Delete Contact Center" }).click();
  await expect(dialog).toContainText("This workspace still has 1 person and 1 theme.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Delete Empty" }).click();
  await expect(dialog).toContainText("'Empty' can no longer be used.");
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Workspace deleted successfully")).toBeVisible();
  await page.getByRole("button", { name: "Delete Contact Center" }).click();
  await dialog.getByRole("button", { name: "Delete with everything in it" }).click();
  await expect(page.getByRole("article")).toHaveCount(0);
});

test("the Agents tab says who can ask and why, and a workspace is assigned from there", async ({
  page,
  url,
  api,
  company,
  theme,
}) => {
  const id = await theme("Refunds");
  const ida = await invite(api, company, { role: "agent", firstName: "Ida", lastName: "Holm" });
  await enter(page, url, company.admin);
  await expect(page.getByRole("article", { name: "Refunds" }).getByText("Workspaces")).toBeVisible();
  await page.goto(`${url}/themes?theme=${id}&tab=agents`);
  const tab = page.getByRole("dialog", { name: /Refunds/ });
  const toggle = tab.getByLabel("Ida Holm can ask this theme");
  await expect(toggle).not.toBeChecked();
  await tab.getByRole("button", { name: "Assign" }).click();
  const assign = page.getByRole("dialog", { name: "Assign to a workspace" });
  await assign.getByRole("combobox").or(assign.getByRole("textbox")).first().click();
  await page.getByRole("option", { name: /Contact Center/ }).click();
  await assign.getByRole("button", { name: "Assign" }).click();
  await expect(toggle).toBeChecked();
  await expect(toggle).toBeDisabled();
  await expect(tab.getByText("through Contact Center", { exact: true })).toBeVisible();
  await expect(tab.getByLabel("Maria Rossi can ask this theme")).toBeDisabled();
  await expect(tab.getByText("as an administrator")).toBeVisible();
  expect(ida.id).toBeGreaterThan(0);
});

test("up to twelve themes are cards, more are rows, unless the person chose", async ({
  page,
  url,
  api,
  company,
}) => {
  const { workspaceId } = company;
  for (let n = 1; n <= 12; n += 1)
    await api(createTheme, { name: `Theme ${n}`, productTags: ["Washer"], workspaceId });
  await enter(page, url, company.admin);
  const assign = page.getByRole("button", { name: "Assign", exact: true });
  await expect(assign).toHaveCount(12);
  await api(createTheme, { name: "Theme 13", productTags: ["Washer"], workspaceId });
  await page.reload();
  await expect(page.getByRole("article", { name: "Theme 13" })).toBeVisible();
  await expect(assign).toHaveCount(0);
  await page
    .getByRole("article", { name: "Theme 13" })
    .getByRole("button", { name: /^1.tag$/ })
    .click();
  await expect(page.getByRole("dialog").getByText("Washer")).toBeVisible();
  await page.goto(`${url}/themes`);
  await page.getByText("Cards", { exact: true }).click();
  await expect(assign).toHaveCount(13);
  await page.goto(`${url}/themes`);
  await expect(assign).toHaveCount(13);
});
