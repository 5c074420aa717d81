import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rateAnswer, type Answer } from "#contract/answering/answers.ts";
import { deleteDocument, getDocumentContent, replaceDocument } from "#contract/knowledge/documents.ts";
import { getInteraction } from "#contract/answering/interactions.ts";
import { getRecordProof } from "#contract/evidence/record.ts";
import { updateTheme } from "#contract/knowledge/themes.ts";
import { updateUser } from "#contract/identity/users.ts";
import { startTestApp, type TestApp } from "#testing/app.ts";
import { formOf } from "#testing/call.ts";
import { buildEmptyTheme, untilRead, upload } from "#testing/documents.ts";
import { ask } from "#testing/ask.ts";

/** P19: an answer can be recreated after everything it came from was replaced, deleted or renamed. */
let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const products = [
  "toaster",
  "kettle",
  "drill",
  "tent",
  "scooter",
  "printer",
  "camera",
  "lamp",
  "fridge",
  "piano",
];
const matters = [
  ["return period", "days"],
  ["deductible", "dollars"],
  ["repair limit", "dollars"],
  ["notice period", "weeks"],
  ["storage charge", "cents"],
] as const;
const cities = ["Austin", "Boston", "Chicago", "Denver"];

/** A figure for each product, matter and city, all different. */
const figureOf = (product: number, matter: number, city: number) => 1000 + product * 100 + matter * 10 + city;

function policyOf(product: number, edition: number): string {
  const sections = matters.map(([matter, unit], m) => {
    const sentences = cities.map(
      (city, c) =>
        `The ${matter} for a ${products[product]} bought in ${city} is ${figureOf(product, m, c) + edition} ${unit}.`,
    );
    return `${m + 1}. The ${matter}\n${sentences.join(" ")}`;
  });
  return `Policy on the ${products[product]}\n\n${sections.join("\n\n")}\n`;
}

type Asked = { question: string; answer: Answer; rating: "good" | "bad" | null };
type Manifest = {
  question: string;
  asker: { id: number };
  build: string;
  answer: string;
  claims: unknown;
  model: unknown;
  sources: { marker: number | null; document: number }[];
};

/** A quote leaves out where the lines of a text end. */
const wordsOf = (text: string) => text.split(/\s+/).join(" ");

test("a hundred answers are recreated word for word after their documents, theme and asker changed", async () => {
  const { admin, theme } = await buildEmptyTheme(app, "Products");
  const texts = products.map((_, product) => policyOf(product, 0));
  for (const [product, text] of texts.entries())
    await upload(admin, theme.id, `${products[product]}.txt`, text);
  const documents = (await untilRead(admin, theme.id)).toSorted((a, b) => a.id - b.id);
  expect(documents.map(({ status }) => status)).toEqual(products.map(() => "ready"));

  const asked: Asked[] = [];
  for (let n = 0; n < 100; n += 1) {
    const [product, m, c] = [n % 10, n % 5, Math.floor(n / 10) % 4];
    const question = `What is the ${matters[m]?.[0]} for a ${products[product]} bought in ${cities[c]}?`;
    const { status, body } = await admin.call(ask, {
      themeId: theme.id,
      userQuery: question,
      sessionId: `s${n}`,
    });
    expect([status, body.outcome], question).toEqual([200, "answered"]);
    const rating = ([null, "good", "bad"] as const)[n % 3] ?? null;
    if (rating !== null) await admin.call(rateAnswer, { interactionId: body.interactionId, rating });
    asked.push({ question, answer: body, rating });
  }

  // a third is replaced, a third deleted, a third stays
  for (const [n, document] of documents.entries()) {
    if (n % 3 === 0)
      await admin.call(
        replaceDocument,
        { id: document.id },
        { form: formOf({ name: `${products[n]} 2.txt`, bytes: policyOf(n, 7) }) },
      );
    if (n % 3 === 1) await admin.call(deleteDocument, { id: document.id });
  }
  await untilRead(admin, theme.id);
  await admin.call(updateTheme, { id: theme.id, name: "Renamed", purpose: "Another purpose" });
  await admin.call(updateUser, { id: admin.id, firstName: "Renamed" });

  let sources = 0;
  for (const { question, answer, rating } of asked) {
    const { interactionId } = answer;
    const { body: proof } = await admin.call(getRecordProof, { interactionId });
    const manifest = JSON.parse(proof.manifest.content ?? "{}") as Manifest;
    expect(manifest).toMatchObject({
      question,
      asker: { id: admin.id },
      answer: answer.response,
      claims: answer.claims,
      model: null,
    });
    for (const { marker, quote, passage, documentId, version } of answer.citations) {
      const index = documents.findIndex(({ id }) => id === documentId);
      expect(manifest.sources.find((source) => source.marker === marker)).toMatchObject({
        document: documentId,
        name: `${products[index]}.txt`,
        version,
        file: sha256(texts[index] ?? ""),
        quote,
        passage: { sha256: sha256(passage) },
      });
      const { status, body } = await admin.call(getDocumentContent, { id: documentId, version });
      expect(status).toBe(200);
      expect(wordsOf(body.content)).toContain(wordsOf(quote));
      sources += 1;
    }
    const { body: shown } = await admin.call(getInteraction, { id: interactionId });
    expect([shown.userQuery, shown.response, shown.rating]).toEqual([question, answer.response, rating]);
  }
  console.info(`100 answers recreated with ${sources} sources`);
});
