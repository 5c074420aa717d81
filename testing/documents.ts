import { listDocuments, uploadDocuments, type Document } from "#contract/knowledge/documents.ts";
import { createTheme, type Theme } from "#contract/knowledge/themes.ts";
import type { TestApp } from "./app.ts";
import { buildCompany, type TestPerson } from "./build.ts";
import { formOf } from "./call.ts";

/** A short policy with sections, numbers, a state and a deadline. */
export const refundPolicy = `Refund Policy

1. Scope
This policy applies to all electronics sold by Harbor Retail in Texas and Florida.

2. Time limits
A customer may return an unopened product within 30 days of delivery. Opened products may be returned within 14 days.
Gift cards are not refundable.

3. Late refunds
A refund that is not paid within ten business days must be reported to the billing supervisor.
`;

/** A theme with one ingested text file. */
export async function buildTheme(
  admin: TestPerson,
  options: { name?: string; text?: string; fileName?: string; companyWorkspaceId?: number } = {},
): Promise<{ theme: Theme; document: Document }> {
  const created = await admin.call(createTheme, {
    name: options.name ?? "Refunds",
    purpose: "Answer refund questions",
    workspaceId: options.companyWorkspaceId,
    // a model that fails must show as such
    fallback: "none",
  });
  const theme = created.body;
  await admin.call(
    uploadDocuments,
    { id: theme.id },
    { form: formOf({ name: options.fileName ?? "Refund Policy.txt", bytes: options.text ?? refundPolicy }) },
  );
  const [document] = await untilRead(admin, theme.id);
  if (document?.status !== "ready")
    throw new Error(`the document was not read: ${document?.statusReason ?? "it does not exist"}`);
  return { theme, document };
}

/** A separate company with an empty theme. */
export async function buildEmptyTheme(app: TestApp, name: string) {
  const company = await buildCompany(app);
  const { body: theme } = await company.admin.call(createTheme, { name, workspaceId: company.workspaceId });
  return { ...company, theme };
}

export const upload = (admin: TestPerson, themeId: number, name: string, bytes: Uint8Array | string) =>
  admin.call(uploadDocuments, { id: themeId }, { form: formOf({ name, bytes }) });

/** Waits until no document of the theme is being read. */
export async function untilRead(admin: TestPerson, themeId: number): Promise<Document[]> {
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    const { body } = await admin.call(listDocuments, { id: themeId });
    const documents = Array.isArray(body) ? body : body.rows;
    if (documents.every((document) => document.status !== "processing")) return documents;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  throw new Error("the documents were not read in time");
}
