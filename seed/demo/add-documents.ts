import { createReadStream } from "node:fs";
import { extname } from "node:path";
import { maximumFileBytes } from "#contract/knowledge/documents.ts";
import type { Context } from "#server/kernel/context.ts";
import { updateDocumentTags } from "#server/knowledge/documents/change.ts";
import { insertDocument } from "#server/knowledge/documents/store.ts";
import { insertVersion } from "#server/knowledge/documents/version-store.ts";
import { readDocument } from "#server/knowledge/ingestion/pipeline.ts";
import type { StoredFile } from "#server/platform/files/files.ts";
import { allow } from "#server/knowledge/themes/policy.ts";
import { getTheme } from "#server/knowledge/themes/shared-store.ts";
import { documents } from "./facts/documents.ts";
import { servicesAt, type Cast, type Stage } from "./stage.ts";

export type DemoDocument = (typeof documents)[number];

const folder = new URL("documents/", import.meta.url);
/** As many as the extraction pool reads at once. */
const readAtOnce = 2;
const typeOf: Record<string, string> = {
  ".pdf": "application/pdf",
  ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ".doc": "application/msword",
  ".txt": "text/plain",
};

/** Uploads and reads documents as of `at`; resolves once all of them answer questions. Existing ones stay. */
export async function addDocuments(
  stage: Stage,
  cast: Cast,
  chosen: DemoDocument[],
  at: Date,
): Promise<void> {
  const waiting = [...chosen];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await addDocument(stage, cast, next, at);
    }
  };
  await Promise.all(Array.from({ length: readAtOnce }, work));
}

async function addDocument(stage: Stage, cast: Cast, document: DemoDocument, at: Date): Promise<void> {
  const themeId = cast.theme(document.theme);
  const caller = stage.as(cast.person(document.uploadedBy), at);
  const present = await caller.transact((ctx) =>
    ctx.db
      .selectFrom("documents as d")
      .innerJoin("document_versions as v", "v.document_id", "d.id")
      .select(["d.id", "v.id as version_id", "v.status"])
      .where("d.theme_id", "=", themeId)
      .where("d.name", "=", document.name)
      .executeTakeFirst(),
  );
  if (present !== undefined && present.status !== "processing") return;
  let place = { id: present?.id ?? 0, versionId: present?.version_id ?? 0 };
  if (present === undefined) {
    const file = await stage.services.files.store(
      createReadStream(new URL(document.file, folder)),
      maximumFileBytes,
    );
    place = await caller.transact((ctx) => register(ctx, themeId, document, file));
  }
  await readDocument(servicesAt(stage.services, at), {
    companyId: cast.companyId,
    versionId: place.versionId,
  });
  await caller.transact((ctx) => updateDocumentTags(ctx, { id: place.id, ...document.tags }));
}

/** What an upload writes, apart from the job: the scenario reads the document itself and waits for it. */
async function register(ctx: Context, themeId: number, document: DemoDocument, file: StoredFile) {
  const theme = allow(ctx, "upload", await getTheme(ctx, themeId));
  const id = await insertDocument(ctx, theme, { name: document.name });
  const versionId = await insertVersion(ctx, { company_id: theme.company_id, id }, 1, {
    file_key: file.key,
    file_type: typeOf[extname(document.file)] ?? "",
    file_size: file.size,
    sha256: file.sha256,
    uploaded_by: ctx.actor.type === "user" ? ctx.actor.id : null,
  });
  ctx.audit({
    action: "document.upload",
    target: { type: "document", id },
    after: { name: document.name, themeId, sha256: file.sha256, size: file.size },
  });
  return { id, versionId };
}
