import type { Locator, Page } from "@playwright/test";
import { listCompanies } from "#contract/identity/companies.ts";
import type { EndpointSpec, Output, Request } from "#contract/kernel/endpoint.ts";
import { listLeads } from "#contract/operation/leads.ts";
import { listHelp } from "#contract/operation/help.ts";
import { listCatalog } from "#contract/models/models.ts";
import { listThemes } from "#contract/knowledge/themes.ts";
import { listUsers } from "#contract/identity/users.ts";
import { listWebhooks } from "#contract/notices/webhooks.ts";
import { listWorkspaces } from "#contract/identity/workspaces.ts";
import { admin, expect, signIn, test } from "./fixtures.ts";

/** Two clicks before the screen can answer the first make one thing, and no error follows its success. */
type Api = <E extends EndpointSpec>(spec: E, input?: Request<E>) => Promise<Output<E>>;
type Form = {
  isSuper?: true;
  address: string;
  open: string;
  fill(form: Locator, name: string): Promise<unknown>;
  press: string;
  /** What is there now, as text. */
  list(api: Api, companyId: number): Promise<unknown>;
};

const named = (label: string) => (form: Locator, name: string) =>
  form.getByRole("textbox", { name: label }).first().fill(name);

const forms: Record<string, Form> = {
  workspace: {
    address: "/workspaces",
    open: "Create Workspace",
    fill: named("Name"),
    press: "Create Workspace",
    list: (api, companyId) => api(listWorkspaces, { companyId }),
  },
  company: {
    isSuper: true,
    address: "/companies",
    open: "Add Company",
    fill: named("Name"),
    press: "Create Company",
    list: (api) => api(listCompanies),
  },
  theme: {
    address: "/themes",
    open: "Create Theme",
    fill: named("Theme Name"),
    press: "Create Theme",
    list: (api, companyId) => api(listThemes, { companyId }),
  },
  "help item": {
    address: "/help",
    open: "Add Content",
    async fill(form, name) {
      await named("Title")(form, name);
      await named("Description")(form, "How it works");
    },
    press: "Create",
    list: (api, companyId) => api(listHelp, { companyId }),
  },
  person: {
    address: "/admin?tab=users",
    open: "Add User",
    async fill(form, name) {
      await named("Email")(form, `${name.replace(/\W/g, "-")}@example.com`.toLowerCase());
      await form.getByRole("checkbox", { name: /Contact Center/ }).check();
    },
    press: "Add User",
    list: (api, companyId) => api(listUsers, { companyId }),
  },
  webhook: {
    address: "/admin?tab=connections",
    open: "Add webhook",
    async fill(form, name) {
      await named("Name")(form, name);
      await named("Address")(form, "https://hooks.example.com/in");
    },
    press: "Add webhook",
    list: (api, companyId) => api(listWebhooks, { companyId }),
  },
  model: {
    isSuper: true,
    address: "/admin?tab=models",
    open: "Add model",
    fill: (form, name) => named("Name")(form, name.replace(/\W/g, "-")),
    press: "Save",
    list: (api) => api(listCatalog),
  },
};

async function clickTwiceAtOnce(page: Page, button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
  await page.waitForLoadState("networkidle");
}

for (const [thing, form] of Object.entries(forms)) {
  test(`two clicks at once make one ${thing}`, async ({ page, url, api, company }) => {
    await signIn(page, url, form.isSuper ? admin : company.admin);
    await expect(page).not.toHaveURL(/login/);
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(url + form.address);
    await page.getByRole("button", { name: form.open, exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    const name = `Once ${crypto.randomUUID().slice(0, 6)}`;
    await form.fill(dialog, name);
    await clickTwiceAtOnce(page, dialog.getByRole("button", { name: form.press, exact: true }));
    const found = async () => {
      const text = JSON.stringify(await form.list(api, company.companyId)).toLowerCase();
      const id = name.toLowerCase().replace(/\W/g, "-");
      return text.replaceAll(" ", "-").split(`"${id}`).length - 1;
    };
    await expect.poll(found).toBe(1);
    expect(refused).toEqual([]);
  });
}

test("a demo request whose answer is lost, sent again after a reload, is one request", async ({
  page,
  url,
  api,
}) => {
  const lastName = `Once ${crypto.randomUUID().slice(0, 6)}`;
  await page.goto(`${url}/get-started`);
  const values = { "First name": "Ada", "Last name": lastName, Email: "ada@example.com", Company: "Harbor" };
  for (const [label, value] of Object.entries(values))
    await page.getByRole("textbox", { name: label }).first().fill(value);
  await page.locator("textarea[required]").fill("Answers with pages");
  await page.route("**/api/leads", async (route) => {
    await route.fetch();
    // as a proxy in between may
    await route.fulfill({ json: {} });
  });
  await clickTwiceAtOnce(page, page.locator("form button"));
  await expect(page.getByRole("alert")).toContainText("Submission Error");
  await page.unroute("**/api/leads");
  await page.reload();
  await page.locator("form button").click();
  await expect(page.locator("form")).toHaveCount(0);
  const answer = await api(listLeads);
  const leads = Array.isArray(answer) ? answer : answer.rows;
  expect(leads.filter((lead) => lead.lastName === lastName)).toHaveLength(1);
});
