import { createApiKey } from "#contract/identity/api-keys.ts";
import {
  listProgramDocuments,
  putProgramDocument,
  uploadProgramDocuments,
} from "#contract/answering/program-documents.ts";
import { keyScopes, type KeyScope } from "#contract/kernel/permissions.ts";
import type { TestApp } from "./app.ts";
import { call, formIn, formOf } from "./call.ts";
import { buildEmptyTheme } from "./documents.ts";

/** A company with an empty theme, and a key for it. */
export async function buildProgram(app: TestApp, scopes: readonly KeyScope[] = keyScopes) {
  const company = await buildEmptyTheme(app, "Policies");
  const themeId = company.theme.id;
  const { body } = await company.admin.call(createApiKey, {
    name: "Sync",
    scopes: [...scopes],
    themeIds: [themeId],
  });
  const { secret } = body;
  const put = (
    externalId: string,
    bytes: string,
    more: { name?: string; formerly?: string } = {},
    headers = {},
  ) =>
    call(
      app.url,
      secret,
      putProgramDocument,
      { themeId, externalId, ...(more.formerly === undefined ? {} : { formerly: more.formerly }) },
      { headers, form: formIn("file", { name: more.name ?? externalId.split("/").at(-1) ?? "", bytes }) },
    );
  const post = (...files: { name: string; bytes: string }[]) =>
    call(app.url, secret, uploadProgramDocuments, { themeId }, { form: formOf(...files) });
  const list = (input: object = {}) => call(app.url, secret, listProgramDocuments, { themeId, ...input });
  return { ...company, themeId, secret, put, post, list };
}

/** A document of one fact. */
export const fee = (dollars: number) => `Badges\n\nThe badge fee is ${dollars} dollars per person.\n`;
