import { AxeBuilder } from "@axe-core/playwright";
import { expect, test as base, type Page } from "@playwright/test";
import { createCompany, updateCompany } from "#contract/identity/companies.ts";
import { listDocuments, uploadDocuments } from "#contract/knowledge/documents.ts";
import type { EndpointSpec, Output, Request } from "#contract/kernel/endpoint.ts";
import { login, acceptTerms, changePassword } from "#contract/identity/sessions.ts";
import { createTheme } from "#contract/knowledge/themes.ts";
import { inviteUser } from "#contract/identity/users.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import { formOf, send } from "#testing/call.ts";
import { type ModelServer, startModelServer } from "#testing/model-server.ts";
import { type Product, startProduct } from "./server.ts";

export const admin = { email: "root@example.com", password: "seven green bottles" };

type Company = { companyId: number; workspaceId: number; admin: { email: string; password: string } };

/** Creates a company's theme with processed documents (name → text), and returns its id. */
type Theme = (name: string, documents?: Record<string, string | Uint8Array<ArrayBuffer>>) => Promise<number>;

/** Makes a call as the super admin. */
type Api = <E extends EndpointSpec>(spec: E, input?: Request<E>) => Promise<Output<E>>;

/** A separate company with one workspace admin who has a password and accepted the terms. */
export const test = base.extend<
  {
    url: string;
    api: Api;
    company: Company;
    theme: Theme;
    model: ModelServer;
    problems: string[];
  },
  { product: Product }
>({
  /** Each worker has its own server and database. */
  product: [
    // eslint-disable-next-line no-empty-pattern -- Playwright asks for the pattern
    async ({}, use) => {
      const product = await startProduct(admin);
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  url: async ({ product }, use) => use(product.url),
  api: async ({ url }, use) => {
    const { sessionToken: token, user } = await send(url, null, login, admin);
    if (!user.hasAcceptedTerms) await send(url, token, acceptTerms);
    await use((spec, input) => send(url, token, spec, input));
  },
  company: async ({ url, api }, use) => {
    const company = await api(createCompany, { name: `Harbor ${crypto.randomUUID().slice(0, 6)}` });
    const workspace = await api(createWorkspace, { name: "Contact Center", companyId: company.id });
    const place = { companyId: company.id, workspaceId: workspace.id };
    const maria = { role: "workspace_admin", firstName: "Maria", lastName: "Rossi" } as const;
    const { email, password } = await arrive(url, await invite(api, place, maria));
    await use({ ...place, admin: { email, password } });
  },
  theme: async ({ url, api, company }, use) => {
    await use(async (name, documents = {}) => {
      const { id } = await api(createTheme, {
        name,
        workspaceId: company.workspaceId,
        // a model that fails must show as such
        fallback: "none",
      });
      const { sessionToken } = await send(url, null, login, company.admin);
      for (const [name, bytes] of Object.entries(documents))
        await send(url, sessionToken, uploadDocuments, { id }, formOf({ name, bytes }));
      await expect
        .poll(async () => JSON.stringify(await api(listDocuments, { id })), {
          timeout: 60_000,
        })
        .not.toContain('"processing"');
      return id;
    });
  },
  /** A scripted model, and the company's key for it. */
  model: async ({ product, api, company }, use) => {
    const model = await startModelServer(product.modelPort);
    await api(updateCompany, { id: company.companyId, openaiApiKey: "sk-test-1234567890" });
    await use(model);
    await model.close();
  },
  /** Errors reported by the browser: a test that ends with any fails. */
  problems: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && !/status of 4\d\d/.test(message.text()))
          problems.push(message.text());
      });
      await use(problems);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

type Person = { email: string; password: string };
type WorkspaceRef = Pick<Company, "companyId" | "workspaceId">;
type Invitation = { role: "agent" | "workspace_admin"; firstName?: string; lastName?: string };

/** Invites a person into the workspace; the password is the temporary one. */
export async function invite(
  api: Api,
  place: WorkspaceRef,
  person: Invitation,
): Promise<Person & { id: number }> {
  const email = `${person.firstName?.toLowerCase() ?? "somebody"}-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { companyId, workspaceId } = place;
  const { id, tempPassword } = await api(inviteUser, { ...person, email, companyId, workspaceId });
  return { id, email, password: tempPassword ?? "" };
}

/** Signs in an invited person, with a new password and the terms accepted. */
export async function arrive(url: string, invited: Person): Promise<Person & { token: string }> {
  const first = await send(url, null, login, invited);
  const password = "a walk in the rain 7";
  const changed = await send(url, first.sessionToken, changePassword, { newPassword: password });
  const token = changed.sessionToken;
  await send(url, token, acceptTerms);
  return { email: invited.email, password, token };
}

export async function signIn(
  page: Page,
  url: string,
  person: { email: string; password: string },
): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs in a person who has a password and accepted the terms, without the sign-in page, and opens a screen. */
export async function enter(
  page: Page,
  url: string,
  { email, password }: { email: string; password: string },
  path = "/themes",
): Promise<void> {
  const response = await page.request.post(url + login.path, { data: { email, password } });
  expect(response.status()).toBe(200);
  const { sessionToken, user, expiresAt } = (await response.json()) as Output<typeof login>;
  // a page of the same origin without scripts
  await page.goto(`${url}/api/health`);
  await page.evaluate(
    (session) => {
      for (const [name, value] of Object.entries(session)) localStorage.setItem(name, value);
    },
    { sessionToken, user: JSON.stringify(user), sessionExpiresAt: expiresAt },
  );
  await page.goto(url + path);
  // a key pressed before has no listener
  await page.locator("#main").waitFor({ state: "attached" });
}

/** Asks at the workbench: the theme, or the only one there is. */
export async function askAtWorkbench(
  page: Page,
  url: string,
  question: string,
  theme?: number,
): Promise<void> {
  await page.goto(`${url}/agent-workbench${theme === undefined ? "" : `?theme=${theme}`}`);
  await page.getByPlaceholder("Type your question here...").fill(question);
  await page.keyboard.press("Enter");
}

const axeTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** A page without frames is checked in itself: a second page, which joins the results of frames, takes as long again. */
const axeOf = (page: Page) => new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);

/** The current page has no accessibility violation of WCAG 2.2 AA. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolation(page, axeOf(page).withTags(axeTags));
}

/** Sufficient contrast, the only difference between light and dark. */
export async function expectContrast(page: Page): Promise<void> {
  await expectNoViolation(page, axeOf(page).withRules("color-contrast"));
}

async function expectNoViolation(page: Page, axe: AxeBuilder): Promise<void> {
  // a color in transition has no final contrast yet: even the shortest change takes a frame
  await page.evaluate(async () => {
    // in a closed fold a transition waits until it is opened
    const isSeen = ({ effect }: Animation) =>
      effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true;
    const changes = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition && isSeen(animation));
    // an endless transition would hold the test until its own end
    const longest = new Promise((resolve) => setTimeout(resolve, 2_000));
    await Promise.race([Promise.allSettled(changes.map((change) => change.finished)), longest]);
  });
  const { violations } = await withoutSticking(page, () => axe.analyze());
  expect(
    violations.map(
      (violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(" ")).join(", ")}`,
    ),
  ).toEqual([]);
}

/** A bar that sticks to an edge halves each button scrolled halfway under it, which scrolling on uncovers. */
async function withoutSticking<Result>(page: Page, check: () => Promise<Result>): Promise<Result> {
  const stuck = await page.evaluateHandle(() => {
    const all = [...document.querySelectorAll<HTMLElement>("body *")];
    const found = all.filter((element) => getComputedStyle(element).position === "sticky");
    for (const { style } of found) Object.assign(style, { position: "relative", inset: "auto" });
    return found;
  });
  try {
    return await check();
  } finally {
    await stuck.evaluate((found) => {
      for (const { style } of found) Object.assign(style, { position: "", inset: "" });
    });
  }
}

export type Refusal = readonly [status: number, code: string, error: string];

/** Refuses calls to a path during an action, like a server or a proxy in front of it. */
export async function whileRefused(
  page: Page,
  path: string,
  [status, code, error]: Refusal,
  act: () => Promise<void>,
): Promise<void> {
  await page.route(path, (route) => route.fulfill({ status, json: { error, code } }));
  await act();
  await page.unroute(path);
}
