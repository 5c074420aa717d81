import type { Page } from "@playwright/test";

/** The state of a screen in a picture: a company with a given amount of data, or a slow or failing server. */
export const everyState = ["demo", "empty", "one", "many", "long", "loading", "error"] as const;
export type State = (typeof everyState)[number];
const full: State[] = ["demo", "many", "long"];

export type Screen = {
  name: string;
  /** Nobody: not signed in. The super admin sees every company at once, or the one named by {company}. */
  by: "nobody" | "Super admin" | "Workspace admin" | "Agent" | "Newcomer";
  /** With {company} and {theme} of the state. */
  path: string;
  states?: readonly State[];
  /** Requests that never complete, so that the waiting state can be seen. */
  withheld?: RegExp;
  act?(page: Page): Promise<unknown>;
};

const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole("button", typeof name === "string" ? { name, exact: true } : { name })
    .first()
    .click();
const question = (page: Page) => page.getByPlaceholder("Type your question here...");
const ask = (text: string) => async (page: Page) => {
  await question(page).fill(text);
  await page.keyboard.press("Enter");
  await page.getByText(/quoted word for word|confirmed in the sources|do not answer this/).waitFor();
};
const openSource = (text: string) => async (page: Page) => {
  await ask(text)(page);
  await press("Source 1")(page);
  await page.getByRole("region", { name: /Text of the document|Original page/ }).waitFor();
};
const command = (text: string) => async (page: Page) => {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Commands" }).getByRole("combobox").fill(text);
};

/** The one time that a token is shown. */
async function makeScimToken(page: Page): Promise<void> {
  await press("Create token")(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Okta");
  await dialog.getByRole("button", { name: "Create token" }).click();
  await dialog.getByRole("button", { name: "I copied it" }).waitFor();
}

const outside: Screen[] = [
  ...["", "learn-more", "get-started", "terms-of-service", "privacy-policy", "login", "nowhere"].map(
    (path): Screen => ({ name: `outside-${path || "home"}`, by: "nobody", path: `/${path}` }),
  ),
  { name: "lead-wrong", by: "nobody", path: "/get-started", act: press("Request a demo") },
  {
    name: "login-wrong",
    by: "nobody",
    path: "/login",
    async act(page) {
      await page.getByLabel("Email").fill("nobody@example.com");
      await page.getByLabel("Password").fill("not this one");
      await press("Sign in")(page);
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "forgot", by: "nobody", path: "/login", act: press("Forgot your password?") },
  { name: "sign-on-start", by: "nobody", path: "/login", act: press("Use your company account") },
  { name: "sign-on-refused", by: "nobody", path: "/sign-on?code=abc&state=def" },
  { name: "reset", by: "nobody", path: "/change-password?token=from-the-e-mail" },
  { name: "change-password", by: "Agent", path: "/change-password" },
  {
    name: "redirecting",
    by: "Newcomer",
    path: "/agent-workbench",
    states: ["one", "long"],
    withheld: /change-password.*\.js/,
  },
  { name: "access-denied", by: "Agent", path: "/admin" },
  { name: "second-factor", by: "Workspace admin", path: "/second-factor" },
];

const themeTabs = ["general", "tags", "documents", "agents"].map((tab): Screen => ({
  name: `theme-${tab}`,
  by: "Workspace admin",
  path: `/themes?theme={theme}&tab=${tab}`,
  states: ["demo", "one", "many", "long", "loading", "error"],
}));
const document = ["Receipt", "Tags", "Versions"].map((part): Screen => ({
  name: `document-${part.toLowerCase()}`,
  by: "Workspace admin",
  path: "/themes?theme={theme}&tab=documents",
  states: full,
  act: press(new RegExp(`^${part} of `)),
}));
const reports = ["overview", "themes", "agents", "tags", "reviews", "spend"].map((view): Screen => ({
  name: `reports-${view}`,
  by: "Workspace admin",
  path: `/reports?view=${view}&period=30`,
  states: everyState,
}));

export const screens: Screen[] = [
  ...outside,
  { name: "companies", by: "Super admin", path: "/companies", states: ["demo", "loading", "error"] },
  { name: "company", by: "Super admin", path: "/companies?company={company}", states: everyState },
  { name: "company-add", by: "Super admin", path: "/companies", act: press("Add Company") },
  {
    name: "company-invite",
    by: "Super admin",
    path: "/companies?company={company}",
    states: ["empty", ...full],
    act: press("Invite User"),
  },
  {
    name: "company-edit",
    by: "Super admin",
    path: "/companies?company={company}",
    states: full,
    act: press("Edit"),
  },
  { name: "record", by: "Workspace admin", path: "/record", states: everyState },
  { name: "hand-over", by: "Workspace admin", path: "/hand-over", states: ["demo", "loading", "error"] },
  { name: "proof", by: "Workspace admin", path: "/proof", states: everyState },
  { name: "look-back", by: "Workspace admin", path: "/look-back", states: everyState },
  { name: "members", by: "Workspace admin", path: "/admin?tab=members", states: everyState },
  { name: "stream-set-up", by: "Workspace admin", path: "/hand-over", act: press("Set up") },
  { name: "retention", by: "Workspace admin", path: "/retention", states: ["demo", "loading", "error"] },
  { name: "operation", by: "Super admin", path: "/operation", states: ["demo", "loading", "error"] },
  { name: "hold", by: "Workspace admin", path: "/retention", act: press("Set a hold") },
  { name: "examiners", by: "Workspace admin", path: "/examiners", states: ["demo", "loading", "error"] },
  { name: "examiner-invite", by: "Workspace admin", path: "/examiners", act: press("Invite examiner") },
  {
    name: "sign-on",
    by: "Workspace admin",
    path: "/admin?tab=sign-on",
    states: ["demo", "loading", "error"],
  },
  { name: "connections", by: "Workspace admin", path: "/admin?tab=connections", states: everyState },
  { name: "webhook-add", by: "Workspace admin", path: "/admin?tab=connections", act: press("Add webhook") },
  {
    name: "webhook-deliveries",
    by: "Workspace admin",
    path: "/admin?tab=connections",
    states: ["one", "many", "long"],
    act: press(/^Deliveries to/),
  },
  { name: "sign-on-edit", by: "Workspace admin", path: "/admin?tab=sign-on", act: press("Set up") },
  { name: "scim-token", by: "Workspace admin", path: "/admin?tab=sign-on", act: makeScimToken },
  { name: "workspaces", by: "Workspace admin", path: "/workspaces", states: everyState },
  { name: "workspaces-choose", by: "Super admin", path: "/workspaces" },
  {
    name: "workspace-edit",
    by: "Workspace admin",
    path: "/workspaces",
    states: full,
    act: press(/^Edit /),
  },
  {
    name: "workspace-delete",
    by: "Workspace admin",
    path: "/workspaces",
    states: full,
    act: press(/^Delete /),
  },
  { name: "themes", by: "Workspace admin", path: "/themes", states: everyState },
  { name: "theme-cards", by: "Workspace admin", path: "/themes?view=cards", states: full },
  { name: "theme-create", by: "Workspace admin", path: "/themes", act: press("Create Theme") },
  { name: "theme-delete", by: "Workspace admin", path: "/themes", states: full, act: press(/^Delete /) },
  {
    name: "theme-documents-held",
    by: "Workspace admin",
    path: "/themes?theme={theme}&tab=documents",
    withheld: /\/api\/.*documents/,
  },
  {
    name: "theme-assign",
    by: "Workspace admin",
    path: "/themes?view=cards",
    states: full,
    act: press("Assign"),
  },
  ...themeTabs,
  ...document,
  { name: "workbench", by: "Agent", path: "/agent-workbench", states: everyState },
  {
    name: "answer",
    by: "Agent",
    path: "/agent-workbench",
    states: full,
    act: ask("How long does a refund take?"),
  },
  {
    name: "source",
    by: "Agent",
    path: "/agent-workbench",
    states: ["demo", "long"],
    act: openSource("How long does a refund take?"),
  },
  { name: "declined", by: "Agent", path: "/agent-workbench", act: ask("Who is the king of Mongolia?") },
  {
    name: "history",
    by: "Agent",
    path: "/agent-workbench",
    act: press("Your earlier questions"),
  },
  {
    name: "history",
    // the askers in the companies made for the pictures
    by: "Workspace admin",
    path: "/agent-workbench",
    states: ["one", "many", "long"],
    act: press("Your earlier questions"),
  },
  { name: "users", by: "Workspace admin", path: "/admin?tab=users", states: everyState },
  { name: "user-add", by: "Workspace admin", path: "/admin?tab=users", states: full, act: press("Add User") },
  { name: "user-edit", by: "Workspace admin", path: "/admin?tab=users", states: full, act: press(/^Edit /) },
  { name: "user-import", by: "Workspace admin", path: "/admin?tab=users", act: press("Import CSV") },
  { name: "interactions", by: "Workspace admin", path: "/admin?tab=interactions", states: everyState },
  {
    name: "interaction",
    by: "Workspace admin",
    path: "/admin?tab=interactions",
    states: full,
    act: press(/^View details/),
  },
  {
    name: "review",
    by: "Workspace admin",
    path: "/admin?tab=interactions",
    states: full,
    act: press(/^Review interaction/),
  },
  {
    name: "reviews",
    by: "Workspace admin",
    path: "/admin?tab=interactions&status=waiting",
    states: everyState,
  },
  {
    name: "review-rules",
    by: "Workspace admin",
    path: "/admin?tab=interactions&status=waiting",
    act: press("Rules"),
  },
  { name: "models", by: "Workspace admin", path: "/admin?tab=models", states: ["demo", "loading", "error"] },
  {
    name: "known-models",
    by: "Super admin",
    path: "/admin?tab=models",
    states: ["demo", "loading", "error"],
  },
  { name: "model-add", by: "Super admin", path: "/admin?tab=models", act: press("Add model") },
  { name: "leads", by: "Super admin", path: "/admin?tab=leads", states: ["demo", "loading", "error"] },
  { name: "lead", by: "Super admin", path: "/admin?tab=leads", act: press(/details/i) },
  ...reports,
  { name: "reports-working", by: "Workspace admin", path: "/reports-working", states: everyState },
  { name: "help", by: "Workspace admin", path: "/help", states: everyState },
  { name: "help-add", by: "Workspace admin", path: "/help", act: press("Add Content") },
  { name: "account", by: "Workspace admin", path: "/account", states: ["demo", "long", "loading", "error"] },
  {
    name: "notifications",
    by: "Workspace admin",
    path: "/help",
    states: ["empty", ...full],
    act: press(/^Notifications/),
  },
  { name: "commands", by: "Workspace admin", path: "/themes", states: full, act: command("re") },
];
