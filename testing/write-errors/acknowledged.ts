import { createHash, randomBytes } from "node:crypto";
import { ask } from "#contract/answering/answers.ts";
import { uploadDocuments } from "#contract/knowledge/documents.ts";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { call, formOf, type Reply } from "../call.ts";
import type { Product } from "../product.ts";

/** Acknowledged data. */
export type Acknowledged = {
  /** SHA-256 by the document's id. */
  files: Map<number, string>;
  /** The text by the answer's id. */
  answers: Map<number, string>;
};

/** How files and questions ended under a fault. */
export type Row = {
  fault: string;
  /** Calls that the fault made fail. */
  failed: number;
  acknowledged: number;
  refused: number;
  /** Calls refused as a whole, because the database did not respond or could not save. */
  unavailable: number;
  /** Replies that are neither, in words; there should be none. */
  otherwise: string[];
  /** Until the product answered again. */
  backAfterMs?: number;
};

export const emptyRow = (fault: string): Row => ({
  fault,
  failed: 0,
  acknowledged: 0,
  refused: 0,
  unavailable: 0,
  otherwise: [],
});

/** Refusals of a single file whose bytes could not be stored. */
const notStored = "The file could not be stored just now. Nothing was saved; try again later.";

/** Uploads files with random content in one call, and counts the outcome of each in `row`. */
export async function uploadFiles(
  { product, theme, acknowledged }: { product: Product; theme: number; acknowledged: Acknowledged },
  row: Row,
  { files, bytes = 4_000 }: { files: number; bytes?: number },
): Promise<void> {
  const sent = new Map(
    Array.from({ length: files }, () => {
      const id = randomBytes(6).toString("hex");
      const filler = randomBytes(bytes / 2).toString("hex");
      return [`${id}.txt`, `Parcel ${id} weighs ${id.length} kilograms.\n\n${filler}`];
    }),
  );
  const form = formOf(...[...sent].map(([name, text]) => ({ name, bytes: text })));
  const reply = await attempt(call(product.url, product.token, uploadDocuments, { id: theme }, { form }));
  if (typeof reply === "string") return void row.otherwise.push(...Array(files).fill(reply));
  if (isRefused(reply)) {
    row.unavailable += 1;
    return void (row.refused += files);
  }
  if (reply.status >= 400) return void row.otherwise.push(`${reply.status} ${reply.text}`);
  const { documents, errors } = reply.body;
  for (const { id, name } of documents)
    acknowledged.files.set(
      id,
      createHash("sha256")
        .update(sent.get(name) ?? "")
        .digest("hex"),
    );
  row.acknowledged += documents.length;
  for (const { error } of errors)
    if (error === notStored) row.refused += 1;
    else row.otherwise.push(error);
  if (documents.length + errors.length !== files) row.otherwise.push(`${reply.status} ${reply.text}`);
}

/** Asks a question, and counts its outcome in `row`. */
export async function askQuestion(
  { product, theme, acknowledged }: { product: Product; theme: number; acknowledged: Acknowledged },
  row: Row,
): Promise<void> {
  const question = {
    themeId: theme,
    userQuery: `How many days may a customer take to return a product of order ${randomBytes(3).toString("hex")}?`,
    sessionId: "write errors",
  };
  const reply = await attempt(call(product.url, product.token, ask, question));
  if (typeof reply === "string") row.otherwise.push(reply);
  else if (isRefused(reply)) {
    row.unavailable += 1;
    row.refused += 1;
  } else if (reply.status === 200 && reply.body.interactionId !== null) {
    row.acknowledged += 1;
    acknowledged.answers.set(reply.body.interactionId, reply.body.response);
  } else row.otherwise.push(`${reply.status} ${reply.text}`);
}

/** The reply, or why there was none. */
const attempt = <E extends EndpointSpec>(sent: Promise<Reply<E>>): Promise<Reply<E> | string> =>
  sent.catch((error: unknown) =>
    error instanceof Error ? `no reply: ${String(error.cause)}` : String(error),
  );

const isRefused = ({ status, error }: Reply<EndpointSpec>) => status === 503 && error.code === "unavailable";
