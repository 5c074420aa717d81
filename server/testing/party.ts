import { ask } from "#contract/answers.ts";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { createHelp } from "#contract/help.ts";
import { listNotifications } from "#contract/notifications.ts";
import { systemCaller } from "#server/context.ts";
import { notify } from "#server/notifications/notify.ts";
import type { TestApp } from "./app.ts";
import { buildCompany } from "./build.ts";
import { buildTheme } from "./documents.ts";

/** An identifier that nothing has. */
export const absentId = 2_000_000_000;
const resources = [
  "companies",
  "workspaces",
  "users",
  "themes",
  "documents",
  "chat",
  "admin",
  "reviews",
  "leads",
  "models",
  "help",
  "notifications",
  "auth",
] as const;
export type Resource = (typeof resources)[number];
export type Party = Awaited<ReturnType<typeof buildParty>>;

/** A company with one of everything that an endpoint can name. A new kind of thing is added here. */
export async function buildParty(app: TestApp) {
  const company = await buildCompany(app);
  const { admin, agent } = company;
  const { theme, document } = await buildTheme(admin);
  const answer = await admin.call(ask, {
    themeId: theme.id,
    userQuery: "How many days to return a product?",
    sessionId: "s",
  });
  const help = await admin.call(createHelp, { type: "faq", title: "How?", content: "So." });
  await systemCaller(app.services, "test").transact((ctx) =>
    notify(ctx, [admin.id], { kind: "welcome", title: "Hello", body: "", link: null }),
  );
  const notes = await admin.call(listNotifications, {});
  const ids: Record<Resource, number | string> = {
    companies: company.companyId,
    workspaces: company.workspaceId,
    users: agent.id,
    themes: theme.id,
    documents: document.id,
    chat: answer.body.interactionId,
    admin: answer.body.interactionId,
    reviews: answer.body.interactionId,
    leads: 0,
    models: 0,
    help: help.body.id,
    notifications: notes.body.rows[0]?.id ?? 0,
    auth: admin.sessionId,
  };
  return { ...company, ids, theme };
}

export const resourceOf = (spec: EndpointSpec) => resources.find((name) => spec.path.split("/")[2] === name);
export const idParameter = (spec: EndpointSpec) => /:(\w+)/.exec(spec.path)?.[1] ?? null;
export const named = (spec: EndpointSpec) => `${spec.method} ${spec.path}`;
