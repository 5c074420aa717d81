import type { Locator, Page } from "@playwright/test";
import type { Editor, World } from "./editor.ts";
import {
  getApprovalRules,
  getApprovedAnswer,
  setApprovalRules,
  updateApprovedAnswer,
} from "#contract/answering/approved-answers.ts";
import { getCompany, updateCompany } from "#contract/identity/companies.ts";
import { createHelp, listHelp, updateHelp } from "#contract/operation/help.ts";
import {
  createLead,
  getLeadRetention,
  listLeads,
  setLeadRetention,
  updateLead,
} from "#contract/operation/leads.ts";
import { addModel, changeModel, listCatalog } from "#contract/models/models.ts";
import { inviteExaminer, listExaminers, updateExaminer } from "#contract/evidence/examinations.ts";
import { getRecordStream, setRecordStream } from "#contract/evidence/record-stream.ts";
import { getRetention, setRetention } from "#contract/evidence/retention.ts";
import { getReviewRules, setReviewRules } from "#contract/answering/reviews.ts";
import { createTheme, getTheme, updateTheme } from "#contract/knowledge/themes.ts";
import { getSignOn, setSignOn } from "#contract/identity/sign-on.ts";
import { listUsers, setWorkspaceAssignments, updateUser } from "#contract/identity/users.ts";
import { createWebhook, listWebhooks, updateWebhook } from "#contract/notices/webhooks.ts";
import { getWorkspace, updateWorkspace } from "#contract/identity/workspaces.ts";
import { guardedByVersion } from "#testing/guarded-by-version.ts";
import { approvedRow } from "./approved-row.ts";
import { documentTags } from "./document-tags.ts";
import { ownName } from "./own-name.ts";
import { admin, expect, invite, signIn, test } from "./fixtures.ts";

/** Two people edit the same thing: nobody's change is lost, and nobody's is undone without a word. */
const fill = (label: string, value: string) => (form: Locator) =>
  form.getByRole("textbox", { name: label, exact: true }).fill(value);
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const rowOf = <Row extends { id: number | null }>(answer: Row[] | { rows: Row[] }, id: number) =>
  (Array.isArray(answer) ? answer : answer.rows).find((row) => row.id === id);
const edit = async ({ page, url }: World, address: string, name: string | RegExp) => {
  await page.goto(url + address);
  await page.getByRole("button", { name }).first().click();
  // a colleague's change before the form has its row is no clash
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByRole("dialog").locator("[data-waiting]")).toHaveCount(0);
};

const editors: Record<string, Editor> = {
  "a workspace": {
    edits: [updateWorkspace],
    async open(world) {
      await edit(world, "/workspaces", "Edit Contact Center");
      return world.workspaceId;
    },
    other: ({ api }, id) => api(updateWorkspace, { id, isActive: false }),
    same: ({ api }, id) => api(updateWorkspace, { id, description: "Theirs" }),
    change: fill("Description", "Mine"),
    save: "Update Workspace",
    read: ({ api }, id) => api(getWorkspace, { id }),
    others: { isActive: false },
    mine: { description: "Mine" },
    theirs: { description: "Theirs" },
  },
  "a person": {
    edits: [updateUser, setWorkspaceAssignments],
    async open(world) {
      const ida = await invite(world.api, world, { role: "agent", firstName: "Ida" });
      await edit(world, "/admin?tab=users", `Edit ${ida.email}`);
      return ida.id;
    },
    other: ({ api }, id) => api(updateUser, { id, isActive: false }),
    same: ({ api }, id) => api(updateUser, { id, firstName: "Theirs" }),
    change: fill("First name", "Mine"),
    save: "Save Changes",
    read: async ({ api, companyId }, id) => rowOf(await api(listUsers, { companyId }), id),
    others: { isActive: false },
    mine: { firstName: "Mine" },
    theirs: { firstName: "Theirs" },
  },
  "their own name": ownName,
  "the tags of a document": documentTags,
  "a theme": {
    edits: [updateTheme],
    async open(world) {
      await world.page.goto(`${world.url}/themes`);
      const { id } = await world.api(createTheme, { name: "Refunds", workspaceId: world.workspaceId });
      await edit(world, "/themes", "Edit Refunds");
      return id;
    },
    other: ({ api }, id) => api(updateTheme, { id, guidingInstructions: "Be brief", isActive: false }),
    same: ({ api }, id) => api(updateTheme, { id, purpose: "Theirs" }),
    change: fill("Purpose", "Mine"),
    save: "Update Theme",
    read: ({ api }, id) => api(getTheme, { id }),
    others: { guidingInstructions: "Be brief", isActive: false },
    mine: { purpose: "Mine" },
    theirs: { purpose: "Theirs" },
  },
  "a company": {
    edits: [updateCompany],
    isSuper: true,
    async open(world) {
      await edit(world, `/companies?company=${world.companyId}`, "Edit");
      return world.companyId;
    },
    other: ({ api }, id) => api(updateCompany, { id, requireSecondFactor: true }),
    same: ({ api }, id) => api(updateCompany, { id, description: "Theirs" }),
    change: fill("Description", "Mine"),
    save: "Update Company",
    read: ({ api }, id) => api(getCompany, { id }),
    others: { requireSecondFactor: true },
    mine: { description: "Mine" },
    theirs: { description: "Theirs" },
  },
  "an approved answer": {
    edits: [updateApprovedAnswer],
    async open(world) {
      const id = await approvedRow(world.url, world.workspaceId);
      await edit(world, "/admin?tab=approved", "Can it be refunded?");
      await world.page.getByRole("dialog").getByRole("button", { name: "Edit" }).click();
      return id;
    },
    other: ({ api }, id) => api(updateApprovedAnswer, { id, reviewOn: day(30) }),
    same: ({ api }, id) => api(updateApprovedAnswer, { id, question: "Theirs?" }),
    change: fill("Question", "Mine?"),
    save: "Save Answer",
    read: ({ api }, id) => api(getApprovedAnswer, { id }),
    others: { reviewOn: day(30) },
    mine: { question: "Mine?" },
    theirs: { question: "Theirs?" },
  },
  "a help item": {
    edits: [updateHelp],
    async open(world) {
      const { companyId } = world;
      const { id } = await world.api(createHelp, { companyId, type: "faq", title: "Ours?", content: "Yes." });
      await edit(world, "/help", "Edit Ours?");
      return id;
    },
    other: ({ api, companyId }, id) => api(updateHelp, { id, companyId, title: "Theirs?" }),
    same: ({ api, companyId }, id) => api(updateHelp, { id, companyId, content: "Theirs" }),
    change: fill("Answer", "Mine"),
    save: "Update",
    read: async ({ api, companyId }, id) => rowOf(await api(listHelp, { companyId }), id),
    others: { title: "Theirs?" },
    mine: { content: "Mine" },
    theirs: { content: "Theirs" },
  },
  "a webhook": {
    edits: [updateWebhook],
    async open(world) {
      const url = "https://hooks.example.com/in";
      const { companyId } = world;
      const { webhook } = await world.api(createWebhook, {
        companyId,
        name: "Desk",
        url,
        events: ["document.ready"],
      });
      await edit(world, "/admin?tab=connections", "Edit Desk");
      return webhook.id;
    },
    other: ({ api }, id) => api(updateWebhook, { id, isActive: false }),
    same: ({ api }, id) => api(updateWebhook, { id, name: "Theirs" }),
    change: fill("Name", "Mine"),
    save: "Save",
    read: async ({ api, companyId }, id) => rowOf(await api(listWebhooks, { companyId }), id),
    others: { isActive: false },
    mine: { name: "Mine" },
    theirs: { name: "Theirs" },
  },
  "a model": {
    edits: [changeModel],
    isSuper: true,
    async open(world) {
      const name = `model-${crypto.randomUUID().slice(0, 6)}`;
      const { id } = await world.api(addModel, { provider: "openai", name });
      await edit(world, "/admin?tab=models", `Edit ${name}`);
      return id ?? 0;
    },
    other: ({ api }, id) => api(changeModel, { id, contextTokens: 9000 }),
    same: ({ api }, id) => api(changeModel, { id, successor: "theirs" }),
    change: fill("Successor", "mine"),
    save: "Save",
    read: async ({ api }, id) => rowOf(await api(listCatalog), id),
    others: { contextTokens: 9000 },
    mine: { successor: "mine" },
    theirs: { successor: "theirs" },
  },
  "a demo request": {
    edits: [updateLead],
    isSuper: true,
    async open(world) {
      const lastName = `Lead ${crypto.randomUUID().slice(0, 6)}`;
      const about = { email: "ada@example.com", company: "Harbor", useCase: "Answers" };
      await world.api(createLead, { firstName: "Ada", lastName, ...about });
      const answer = await world.api(listLeads);
      const leads = Array.isArray(answer) ? answer : answer.rows;
      await edit(world, "/admin?tab=leads", `View details of Ada ${lastName}`);
      return leads.find((lead) => lead.lastName === lastName)?.id ?? 0;
    },
    other: ({ api }, id) => api(updateLead, { id, status: "closed" }),
    same: ({ api }, id) => api(updateLead, { id, notes: "Theirs" }),
    async change(form) {
      await fill("Notes", "Mine")(form);
      await form.getByRole("textbox", { name: "Notes" }).blur();
    },
    save: null,
    read: async ({ api }, id) => rowOf(await api(listLeads), id),
    others: { status: "closed" },
    mine: { notes: "Mine" },
    theirs: { notes: "Theirs" },
  },
  "the review rules": {
    edits: [setReviewRules],
    async open(world) {
      await edit(world, "/admin?tab=reviews", "Rules");
      return 0;
    },
    other: ({ api, companyId }) => api(setReviewRules, { companyId, abstained: true }),
    same: ({ api, companyId }) => api(setReviewRules, { companyId, samplePercent: 20 }),
    change: fill("Random sample", "30"),
    save: "Save Rules",
    read: ({ api, companyId }) => api(getReviewRules, { companyId }),
    others: { abstained: true },
    mine: { samplePercent: 30 },
    theirs: { samplePercent: 20 },
  },
  "the rules for approved answers": {
    edits: [setApprovalRules],
    async open(world) {
      await edit(world, "/admin?tab=approved", "Rules");
      return 0;
    },
    other: ({ api, companyId }) => api(setApprovalRules, { companyId, otherApprover: true }),
    same: ({ api, companyId }) => api(setApprovalRules, { companyId, savedMinutes: 20 }),
    change: fill("Minutes saved by each use", "30"),
    save: "Save Rules",
    read: ({ api, companyId }) => api(getApprovalRules, { companyId }),
    others: { otherApprover: true },
    mine: { savedMinutes: 30 },
    theirs: { savedMinutes: 20 },
  },
  "the retention periods": {
    edits: [setRetention],
    isPage: true,
    async open({ page, url }) {
      await page.goto(`${url}/retention`);
      await page.getByRole("textbox", { name: "Documents" }).waitFor();
      return 0;
    },
    other: ({ api, companyId }) => api(setRetention, { companyId, events: 60 }),
    same: ({ api, companyId }) => api(setRetention, { companyId, documents: 24 }),
    change: fill("Documents", "36"),
    save: "Save periods",
    read: ({ api, companyId }) => api(getRetention, { companyId }),
    others: { events: 60 },
    mine: { documents: 36 },
    theirs: { documents: 24 },
  },
  "the period of demo requests": {
    edits: [setLeadRetention],
    isSuper: true,
    isPage: true,
    async open({ api, page, url }) {
      await api(setLeadRetention, { months: null });
      await page.goto(`${url}/admin?tab=leads`);
      await page.getByRole("textbox", { name: "Keep demo requests" }).waitFor();
      return 0;
    },
    same: ({ api }) => api(setLeadRetention, { months: 119 }),
    change: fill("Keep demo requests", "118"),
    save: "Save period",
    confirm: "Save and delete",
    read: ({ api }) => api(getLeadRetention),
    others: {},
    mine: { months: 118 },
    theirs: { months: 119 },
  },
  "the single sign-on": {
    edits: [setSignOn],
    async open(world) {
      const { companyId } = world;
      const oidc = { protocol: "oidc", name: "Login", issuer: "https://login.example.com" } as const;
      await world.api(setSignOn, { companyId, ...oidc, clientId: "footnote" });
      await edit(world, "/admin?tab=sign-on", "Edit");
      return 0;
    },
    other: ({ api, companyId }) => api(setSignOn, { companyId, clientId: "theirs" }),
    same: ({ api, companyId }) => api(setSignOn, { companyId, name: "Theirs" }),
    change: fill("Name", "Mine"),
    save: "Save",
    read: async ({ api, companyId }) => ({ ...(await api(getSignOn, { companyId })).provider }),
    others: { clientId: "theirs" },
    mine: { name: "Mine" },
    theirs: { name: "Theirs" },
  },
  "the stream of the record": {
    edits: [setRecordStream],
    async open(world) {
      const { companyId } = world;
      await world.api(setRecordStream, {
        companyId,
        address: "https://siem.example.com/raw",
        header: "X-Key",
      });
      await edit(world, "/hand-over", "Edit stream");
      return 0;
    },
    other: ({ api, companyId }) => api(setRecordStream, { companyId, isActive: false }),
    same: ({ api, companyId }) => api(setRecordStream, { companyId, header: "Theirs" }),
    change: fill("Header", "Mine"),
    save: "Save",
    read: async ({ api, companyId }) => ({ ...(await api(getRecordStream, { companyId })).stream }),
    others: { isActive: false },
    mine: { header: "Mine" },
    theirs: { header: "Theirs" },
  },
  "an examiner": {
    edits: [updateExaminer],
    async open(world) {
      const { api, companyId } = world;
      const email = `ida-${crypto.randomUUID().slice(0, 8)}@example.com`;
      const scope = { purpose: "Audit", from: day(-7), to: day(1), endsOn: day(30) };
      await api(inviteExaminer, { companyId, email, firstName: "Ida", lastName: "Berg", ...scope });
      const [examiner] = await api(listExaminers, { companyId });
      await edit(world, "/examiners", "Edit Ida Berg");
      return examiner?.id ?? 0;
    },
    other: ({ api }, id) => api(updateExaminer, { id, from: day(-9) }),
    same: ({ api }, id) => api(updateExaminer, { id, purpose: "Theirs" }),
    change: fill("Purpose", "Mine"),
    save: "Save",
    read: async ({ api, companyId }, id) => rowOf(await api(listExaminers, { companyId }), id),
    others: { from: day(-9) },
    mine: { purpose: "Mine" },
    theirs: { purpose: "Theirs" },
  },
};

test("every change that the contract guards by a version is tried here", () => {
  expect(guardedByVersion.length).toBeGreaterThan(9);
  expect(guardedByVersion).toEqual(
    Object.values(editors)
      .flatMap(({ edits }) => edits.map(({ path }) => path))
      .toSorted(),
  );
});

async function changeAndSave(page: Page, editor: Editor): Promise<void> {
  const form = editor.isPage ? page.locator("main") : page.getByRole("dialog");
  await editor.change(form);
  if (editor.save !== null) await form.getByRole("button", { name: editor.save, exact: true }).click();
  if (editor.confirm !== undefined)
    await page.getByRole("dialog").getByRole("button", { name: editor.confirm, exact: true }).click();
}

for (const [name, editor] of Object.entries(editors)) {
  const { other } = editor;
  if (other !== undefined)
    test(`two people edit ${name}: both changes stay, and a clash is shown`, async ({
      page,
      url,
      api,
      company,
    }) => {
      const world = { api, page, url, ...company };
      await signIn(page, url, editor.isSuper ? admin : company.admin);
      await expect(page).not.toHaveURL(/login/);
      const id = await editor.open(world);
      await other(world, id);
      await changeAndSave(page, editor);
      await expect.poll(() => editor.read(world, id)).toMatchObject({ ...editor.others, ...editor.mine });
    });

  test(`two people change the same field of ${name}: the second one chooses`, async ({
    page,
    url,
    api,
    company,
  }) => {
    const world = { api, page, url, ...company };
    await signIn(page, url, editor.isSuper ? admin : company.admin);
    await expect(page).not.toHaveURL(/login/);
    const id = await editor.open(world);
    await editor.same(world, id);
    await changeAndSave(page, editor);
    const conflict = page.getByRole("dialog", { name: "Changed in the meantime" });
    await expect(conflict.getByText(/root@example\.com changed .*(now|ago)/)).toBeVisible();
    await expect(conflict.getByText(String(Object.values(editor.theirs)[0]), { exact: true })).toBeVisible();
    await expect(conflict.getByText(String(Object.values(editor.mine)[0]), { exact: true })).toBeVisible();
    expect(await editor.read(world, id)).toMatchObject(editor.theirs);
    await conflict.getByRole("radio", { name: /^Yours/ }).check();
    await conflict.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => editor.read(world, id)).toMatchObject(editor.mine);
  });
}
