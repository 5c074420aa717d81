import { getDocumentFile, uploadDocuments } from "#contract/knowledge/documents.ts";
import { updateCompany } from "#contract/identity/companies.ts";
import type { EndpointSpec } from "#contract/kernel/endpoint.ts";
import { mediaTypes } from "#contract/kernel/media-types.ts";
import { endpoints } from "#contract/api.ts";
import { isText } from "#server/http/api-reference/describe-call.ts";
import type { TestApp } from "./app.ts";
import { streamAnswer } from "./ask.ts";
import { buildSuperAdmin, type TestPerson } from "./build.ts";
import { call, formOf, succeeded } from "./call.ts";
import { refundPolicy } from "./documents.ts";
import { shownText } from "./example-of.ts";
import type { FullCompany } from "./fixtures/full-company.ts";
import { idParameter, named } from "./fixtures/paths.ts";
import { resourceOf } from "./fixtures/rows.ts";
import { roleFor } from "./good-input.ts";
import { sampleBody } from "./sample.ts";

type Texts = Record<string, string>;

/** What calls answer with besides JSON, as far as it is text: files, by media type, and streams of events. */
export async function recordTexts(app: TestApp, company: FullCompany): Promise<Record<string, Texts>> {
  const superAdmin = await buildSuperAdmin(app);
  await superAdmin.call(updateCompany, { id: company.companyId, moreFormats: true });
  const callers: Partial<Record<string, TestPerson>> = {
    examiner: company.examiner,
    super_admin: superAdmin,
  };
  const texts: Record<string, Texts> = {};
  for (const { spec } of endpoints)
    for (const type of typesOf(spec)) {
      const kind = resourceOf(spec);
      const parameter = idParameter(spec);
      const input: Record<string, unknown> = {
        ...sampleBody(spec),
        ...(parameter !== null && kind !== undefined && { [parameter]: company.ids[kind] }),
        ...(type === "text/csv" && "format" in (spec.query?.shape ?? {}) && { format: "csv" }),
        ...(spec === getDocumentFile && { id: await documentOf(company, type) }),
      };
      const { token } = callers[roleFor(spec)] ?? company.admin;
      const reply = await call(app.url, token, spec, input as never);
      succeeded(spec, reply);
      if (reply.headers.get("content-type")?.startsWith(type) !== true)
        throw new Error(`${named(spec)} answers with ${reply.headers.get("content-type")}, not ${type}.`);
      texts[named(spec)] = { ...texts[named(spec)], [type]: shownText(reply.text) };
    }
  const stream = "text/event-stream";
  return {
    ...texts,
    "POST /api/chat": { [stream]: await answerStream(app, company) },
    "GET /api/events": { [stream]: await liveStream(app, company) },
  };
}

function typesOf({ answers }: EndpointSpec): string[] {
  if (answers === "spreadsheet") return ["text/csv"];
  return typeof answers === "object" ? answers.file.filter(isText) : [];
}

/** Beginnings of files, each of which is read as its kind. */
const beginnings: Record<string, string> = {
  html: "<!doctype html>\n<title>Returns</title>\n<p>A product may be returned within 30 days.</p>\n",
  md: "# Returns\n\nA product may be returned within 30 days.\n",
  eml: "From: Service desk <desk@example.com>\nSubject: Returns\n\nA product may be returned within 30 days.\n",
  csv: "Product,Days\nTelevisions,30\nHeadphones,14\n",
};

let edition = 0;

async function documentOf({ admin, theme }: FullCompany, type: string): Promise<number> {
  const [extension = ""] = Object.entries(mediaTypes).find(([, one]) => one === type) ?? [];
  // the same bytes would be refused as a document that is there already
  edition += 1;
  const bytes = beginnings[extension] ?? `${refundPolicy}\n4. Edition\nThis is edition ${edition}.\n`;
  const form = formOf({ name: `Returns.${extension}`, bytes });
  const reply = await admin.call(uploadDocuments, { id: theme.id }, { form });
  const [document] = succeeded(uploadDocuments, reply).documents;
  if (document === undefined) throw new Error(`A file of type ${type} was refused: ${reply.text}`);
  return document.id;
}

async function answerStream(app: TestApp, { admin, theme }: FullCompany): Promise<string> {
  const userQuery = "How many days does a customer have to return an unopened product?";
  const asked = { themeId: theme.id, userQuery, sessionId: "chat-2026-11-24" };
  return shownText(await (await streamAnswer(app.url, admin.token, asked)).text(), "\n\n");
}

/** An open page hears of a document that somebody uploads. */
async function liveStream(app: TestApp, company: FullCompany): Promise<string> {
  const leave = new AbortController();
  const { body } = await fetch(`${app.url}/api/events`, {
    headers: { authorization: `Bearer ${company.admin.token}` },
    signal: leave.signal,
  });
  if (body === null) throw new Error("The stream of events has no body.");
  let heard = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    if (heard === "") await documentOf(company, mediaTypes.txt);
    heard += chunk;
    if (heard.includes('"status":"ready"')) break;
  }
  leave.abort();
  return shownText(heard, "\n\n");
}
