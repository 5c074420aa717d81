import { createApprovedAnswer } from "#contract/answering/approved-answers.ts";
import { listDocuments, uploadDocuments } from "#contract/knowledge/documents.ts";
import { login } from "#contract/identity/sessions.ts";
import { createTheme } from "#contract/knowledge/themes.ts";
import { formOf, rowsOf, send } from "#testing/call.ts";
import { admin, expect } from "./fixtures.ts";

/** A company's approved answer, over a document of a theme of its own; returns its id. */
export async function approvedRow(url: string, workspaceId: number): Promise<number> {
  const { sessionToken: token } = await send(url, null, login, admin);
  const { id: themeId } = await send(url, token, createTheme, { name: "Refunds", workspaceId });
  const quote = "Gift cards are not refundable.";
  const file = { name: "Refund Policy.txt", bytes: `Refund Policy\n\n1. Gift cards\n${quote}\n` };
  await send(url, token, uploadDocuments, { id: themeId }, formOf(file));
  const documents = async () => rowsOf(await send(url, token, listDocuments, { id: themeId }));
  await expect.poll(async () => (await documents())[0]?.status, { timeout: 30_000 }).toBe("ready");
  const [document] = await documents();
  const citations = [{ documentId: document?.id ?? 0, quote }];
  const answer = { themeId, question: "Can it be refunded?", answer: `${quote} [1]`, citations };
  return (await send(url, token, createApprovedAnswer, answer)).id;
}
