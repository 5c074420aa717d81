import type { BrowserContext, Page } from "@playwright/test";
import { packed, readAttackStrings, short } from "./attack-strings.ts";
import type { EndpointSpec, Output, Request } from "#contract/kernel/endpoint.ts";
import { ask, rateAnswer } from "#contract/answering/answers.ts";
import { createCompany, updateCompany } from "#contract/identity/companies.ts";
import { listDocuments, uploadDocuments } from "#contract/knowledge/documents.ts";
import { createHelp } from "#contract/operation/help.ts";
import { reviewInteraction } from "#contract/answering/interactions.ts";
import { createLead, listLeads, updateLead } from "#contract/operation/leads.ts";
import { login } from "#contract/identity/sessions.ts";
import { assignThemeWorkspace, createTheme } from "#contract/knowledge/themes.ts";
import { inviteUser } from "#contract/identity/users.ts";
import { createWorkspace } from "#contract/identity/workspaces.ts";
import { call, formOf, rowsOf, send } from "#testing/call.ts";
import { admin, arrive, expect, invite, signIn, test } from "./fixtures.ts";

/**
 * User input is shown to others: names, titles, questions, answers, notes, help, leads, file names. Attack strings go
 * into every such field through the API and are then viewed in a real browser, under each role. Nothing runs, nothing
 * contacts another origin, and nothing becomes markup.
 */
const { all, isWhole } = readAttackStrings();
const perField = isWhole ? 40 : 12;

type Seen = {
  executions: string[];
  requests: string[];
  violations: string[];
  markup: string[];
  screens: number;
  /** Screens that showed attack strings as text. */
  carrying: number;
};

/** Counts any effect of a successful attack. */
async function watch(context: BrowserContext, url: string): Promise<Seen> {
  const seen: Seen = { executions: [], requests: [], violations: [], markup: [], screens: 0, carrying: 0 };
  await context.exposeFunction("reportExecution", (what: string) => void seen.executions.push(what));
  await context.exposeFunction("reportViolation", (what: string) => void seen.violations.push(what));
  await context.addInitScript(() => {
    const host = window as unknown as Record<string, (what: string) => void>;
    for (const name of ["alert", "confirm", "prompt", "print"])
      host[name] = () => host.reportExecution?.(name);
    document.addEventListener("securitypolicyviolation", (event) =>
      host.reportViolation?.(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
    );
  });
  const origin = new URL(url).origin;
  context.on("request", (request) => {
    const target = request.url();
    if (!target.startsWith(origin) && !/^(data|blob|about|chrome)/.test(target)) seen.requests.push(target);
  });
  context.on("page", (page) => {
    page.on("dialog", (dialog) => {
      seen.executions.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("pageerror", (error) => seen.executions.push(`error ${error.message}`));
  });
  return seen;
}

/** Elements the attack strings would create if parsed as markup. */
async function look(page: Page, seen: Seen, what: string, until: "load" | "networkidle" = "networkidle") {
  await page.waitForLoadState(until);
  const found = await page.evaluate(() => {
    const suspects = document.querySelectorAll(
      "iframe,object,embed,base,form[action],marquee,body script:not([src]),a[href^='javascript' i],a[href^='data' i],[srcdoc],[formaction],meta[http-equiv]",
    );
    const handlers = [...document.querySelectorAll("*")].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith("on")),
    );
    return {
      markup: [...suspects, ...handlers].map((element) => element.outerHTML.slice(0, 120)),
      isCarrying: /onerror|<script|javascript:|<svg|<img/i.test(document.body.innerText),
    };
  });
  seen.markup.push(...found.markup.map((markup) => `${what}: ${markup}`));
  if (found.isCarrying) seen.carrying += 1;
  seen.screens += 1;
}

test("attack strings in every field run nowhere, contact no one and become no markup, for each role", async ({
  browser,
  url,
  api,
  company,
}, testInfo) => {
  test.setTimeout(300_000);
  if (!isWhole)
    testInfo.annotations.push({
      type: "note",
      description: "only the carried strings: TEST_SETS names no folder with attacks/xss.txt",
    });
  const { sessionToken: root } = await send(url, null, login, admin);
  const { sessionToken: boss } = await send(url, null, login, company.admin);
  let placed = 0;
  /** A refusal is an answer to an attack too; a failure is not. */
  const place = async <E extends EndpointSpec>(
    token: string,
    spec: E,
    input: Request<E>,
    form?: FormData,
  ): Promise<Output<E>> => {
    placed += 1;
    const { status, body, text } = await call(url, token, spec, input, form && { form });
    expect(status, `${spec.method} ${spec.path}: ${text}`).toBeLessThan(500);
    return body;
  };
  const long = packed(all, 1900);
  const longer = packed(all, 3900);
  const at = (list: string[], n: number) => list[n % list.length] ?? "";
  const names = short(all, 95, perField * 4);
  const titles = short(all, 190, perField * 2);

  await send(url, root, updateCompany, {
    id: company.companyId,
    name: at(names, 3),
    description: at(long, 0),
  });
  for (let n = 0; n < perField; n++) {
    await place(root, createCompany, { name: at(names, n), description: at(long, n) });
    await place(boss, createWorkspace, { name: at(names, n + 7), description: at(long, n + 1) });
    await place(boss, inviteUser, {
      email: `n${n}-${crypto.randomUUID().slice(0, 8)}@example.com`,
      firstName: at(names, 2 * n),
      lastName: at(names, 2 * n + 1),
      role: n % 2 === 0 ? "agent" : "workspace_admin",
      workspaceId: company.workspaceId,
    });
    await place(boss, createTheme, {
      name: at(names, n + 20),
      purpose: at(longer, n),
      guidingInstructions: at(longer, n + 5),
      distributionPartnerTags: short(all, 58, 8),
      productTags: short(all, 50, 8),
      topicTags: short(all, 40, 8),
      stateTags: short(all, 30, 8),
    });
    for (const token of [root, boss])
      await place(token, createHelp, {
        type: n % 3 === 0 ? "video" : "faq",
        title: at(titles, n),
        content: at(longer, n),
        videoUrl: "https://videos.example/watch",
        duration: at(short(all, 18, 20), n),
      });
    await place(root, createLead, {
      firstName: at(names, n),
      lastName: at(names, n + 9),
      email: `lead${n}@example.com`,
      phone: at(short(all, 38, 40), n),
      company: at(titles, n),
      jobTitle: at(names, n + 3),
      useCase: at(longer, n),
    });
  }
  const leads = rowsOf(await send(url, root, listLeads));
  for (const [n, lead] of leads.slice(0, perField).entries())
    await place(root, updateLead, { id: lead.id, status: "contacted", notes: at(long, n) });

  // a separate theme: every string is in its documents, in their names, in questions, answers and reviews
  const theme = await send(url, boss, createTheme, {
    name: "Attacks",
    purpose: at(longer, 1),
    workspaceId: company.workspaceId,
  });
  await send(url, boss, assignThemeWorkspace, { id: theme.id, workspaceId: company.workspaceId });
  const texts = packed(all, 60_000);
  for (const [n, text] of texts.entries()) {
    const name = `${at(short(all, 60, 40), n).replaceAll("/", "")}.txt`;
    const bytes = `Handling rules for cards ${n}\n\n${text}`;
    await place(boss, uploadDocuments, { id: theme.id }, formOf({ name, bytes }));
  }
  for (
    let until = Date.now() + 60_000;
    Date.now() < until;
    await new Promise((resolve) => setTimeout(resolve, 300))
  ) {
    const documents = rowsOf(await send(url, boss, listDocuments, { id: theme.id }));
    if (documents.every(({ status }) => status !== "processing")) break;
  }
  const agentPerson = await arrive(url, await invite(api, company, { role: "agent" }));
  for (let n = 0; n < perField; n++) {
    for (const token of [boss, agentPerson.token]) {
      const { interactionId } = await place(token, ask, {
        themeId: theme.id,
        userQuery: at(longer, n),
        sessionId: `attack-${n}`,
      });
      await place(token, rateAnswer, {
        interactionId,
        rating: n % 2 === 0 ? "bad" : "good",
        feedback: at(long, n),
      });
      await place(boss, reviewInteraction, {
        id: interactionId,
        verdict: "incomplete",
        note: at(long, n + 3),
        correctedAnswer: at(longer, n + 2),
      });
    }
  }

  const inCompany = `companyId=${company.companyId}`;
  const total: Seen = { executions: [], requests: [], violations: [], markup: [], screens: 0, carrying: 0 };
  for (const [role, person, paths] of [
    [
      "super admin",
      admin,
      [
        "/companies",
        `/companies?company=${company.companyId}`,
        `/companies?edit=${company.companyId}`,
        `/workspaces?${inCompany}`,
        "/themes",
        `/themes?${inCompany}`,
        "/admin?tab=users",
        "/admin?tab=interactions",
        "/admin?tab=leads",
        "/admin?tab=reviews",
        "/reports",
        "/help",
        "/account",
      ],
    ],
    [
      "workspace admin",
      company.admin,
      [
        "/workspaces",
        "/themes",
        "/admin?tab=users",
        "/admin?tab=interactions",
        "/admin?tab=interactions&page=2",
        "/admin?tab=reviews",
        "/reports",
        "/reports?view=documents",
        "/reports-working",
        "/help",
        "/agent-workbench",
      ],
    ],
    ["agent", agentPerson, ["/agent-workbench", "/help", "/account"]],
  ] as const) {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const seen = await watch(context, url);
    const page = await context.newPage();
    await signIn(page, url, person);
    await page.waitForURL((address) => !address.pathname.includes("login"));
    for (const path of paths) {
      await page.goto(url + path);
      await look(page, seen, `${role} ${path}`);
    }
    if (role !== "agent") await openDetails(page, url, seen, role);
    await askInWorkbench(page, url, seen, role, at(short(all, 190, 40), 5));
    await context.close();
    for (const name of ["executions", "requests", "violations", "markup"] as const)
      total[name].push(...seen[name]);
    total.screens += seen.screens;
    total.carrying += seen.carrying;
  }
  console.info(
    `${all.length} attack strings, ${placed} writes that carry them, as three roles: ${told(total)}`,
  );
  expectHarmless(total);
  // screens that showed none of the strings prove nothing
  expect(total.carrying).toBeGreaterThan(20);
});

test("attack strings in a URL run nowhere, signed in or out", async ({ browser, url, company }) => {
  test.setTimeout(300_000);
  for (const [person, paths] of [
    [null, ["/login?next=", "/change-password?token=", "/nowhere?"]],
    [company.admin, ["/admin?tab=", "/agent-workbench#"]],
  ] as const) {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const seen = await watch(context, url);
    const page = await context.newPage();
    if (person !== null) {
      await signIn(page, url, person);
      await page.waitForURL((address) => !address.pathname.includes("login"));
    }
    for (const text of short(all, 150, isWhole ? 40 : 10)) {
      const sent = encodeURIComponent(text);
      for (const path of paths) {
        await page.goto(`${url}${path}${sent}${path.includes("tab") ? `&q=${sent}#${sent}` : ""}`);
        await look(page, seen, path, "load");
      }
    }
    await context.close();
    console.info(`addresses, ${person === null ? "outside" : "signed in"}: ${told(seen)}`);
    expectHarmless(seen);
  }
});

function told({ screens, carrying, executions, requests, violations, markup }: Seen): string {
  return `${screens} screens looked at (${carrying} showed attack strings as text), ${executions.length} executions, ${requests.length} requests elsewhere, ${violations.length} blocked by the policy, ${markup.length} turned into markup`;
}

function expectHarmless({ executions, requests, violations, markup }: Seen): void {
  expect({ executions, requests, violations, markup }).toEqual({
    executions: [],
    requests: [],
    violations: [],
    markup: [],
  });
}

/** The dialogs that show most of it: an interaction, a theme with its documents, a user. */
async function openDetails(page: Page, url: string, seen: Seen, role: string): Promise<void> {
  await page.goto(`${url}/admin?tab=interactions`);
  const details = page.getByRole("button", { name: /details/i });
  await details.first().waitFor();
  for (let n = 0; n < Math.min(6, await details.count()); n++) {
    await details.nth(n).click();
    await page.getByRole("dialog").first().waitFor();
    await look(page, seen, `${role} interaction`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await page.goto(`${url}/themes`);
  const edit = page.getByRole("button", { name: "Edit Attacks" }).first();
  if (await edit.isVisible()) {
    await edit.click();
    for (const tab of ["General", "Documents", "Tags", "Agents"]) {
      const choice = page.getByRole("dialog").getByRole("tab", { name: tab });
      if (await choice.isVisible()) await choice.click();
      await look(page, seen, `${role} theme ${tab}`);
    }
    await page.keyboard.press("Escape");
  }
}

/** A live question, its streamed answer, and the source behind it. */
async function askInWorkbench(
  page: Page,
  url: string,
  seen: Seen,
  role: string,
  text: string,
): Promise<void> {
  await page.goto(`${url}/agent-workbench`);
  const question = page.getByPlaceholder("Type your question here...");
  await question.waitFor();
  if (await question.isDisabled()) return;
  await question.fill(`What are the handling rules for cards? ${text}`);
  await question.press("Enter");
  await page.waitForTimeout(1500);
  await look(page, seen, `${role} live answer`);
  const source = page.getByRole("button", { name: "Source 1" }).first();
  if (await source.isVisible()) {
    await source.click();
    await page.waitForTimeout(800);
    await look(page, seen, `${role} source`);
  }
}
