import {
  getDocumentTags,
  listDocuments,
  updateDocumentTags,
  uploadDocuments,
} from "#contract/knowledge/documents.ts";
import { login } from "#contract/identity/sessions.ts";
import { createTheme } from "#contract/knowledge/themes.ts";
import { formOf, rowsOf, send } from "#testing/call.ts";
import type { Editor } from "./editor.ts";
import { admin, expect } from "./fixtures.ts";

/** The tags of a document, in the dialog of its theme. */
export const documentTags: Editor = {
  edits: [updateDocumentTags],
  async open({ api, page, url, workspaceId }) {
    const { id: themeId } = await api(createTheme, { name: "Refunds", workspaceId });
    const { sessionToken: token } = await send(url, null, login, admin);
    const file = { name: "Fees.txt", bytes: "A late fee of 5 dollars is due after 30 days." };
    await send(url, token, uploadDocuments, { id: themeId }, formOf(file));
    const documents = async () => rowsOf(await api(listDocuments, { id: themeId }));
    await expect.poll(async () => (await documents())[0]?.status, { timeout: 30_000 }).toBe("ready");
    const id = (await documents())[0]?.id ?? 0;
    await api(updateDocumentTags, { id, topicTags: [], productTags: [] });
    await page.goto(`${url}/themes?theme=${themeId}&tab=documents`);
    await page.getByRole("button", { name: "Tags of Fees.txt" }).click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Save tags" })).toBeVisible();
    return id;
  },
  other: ({ api }, id) => api(updateDocumentTags, { id, productTags: ["Others"] }),
  same: ({ api }, id) => api(updateDocumentTags, { id, topicTags: ["Theirs"] }),
  async change(form) {
    const topics = form.getByRole("textbox", { name: "Topics" });
    await topics.fill("Mine");
    await topics.press("Enter");
  },
  save: "Save tags",
  read: ({ api }, id) => api(getDocumentTags, { id }),
  others: { productTags: ["Others"] },
  mine: { topicTags: ["Mine"] },
  theirs: { topicTags: ["Theirs"] },
};
