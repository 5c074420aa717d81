import { manifestsOf, textsOf } from "./bundle-store.ts";
import type { Bundled } from "./bundle-files.ts";
import { sentenceOf } from "./notify-altered.ts";
import { eventsAt } from "./check-store.ts";

/** Size of a page that a browser can still open; the other files hold everything. */
const mostAnswers = 2_000;
const mostEvents = 5_000;
const batchSize = 200;

const style = `body{font:16px/1.5 Georgia,serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1c1917}
h1,h2,h3{line-height:1.2}article{border-top:1px solid #a8a29e;margin-top:2rem}dt{font-weight:bold;margin-top:.75rem}
dd{margin:0}blockquote,.text{white-space:pre-wrap;overflow-wrap:anywhere}blockquote{border-left:3px solid #a8a29e;margin:.5rem 0;padding-left:1rem}
table{border-collapse:collapse;font-size:.85rem;width:100%}td,th{border-bottom:1px solid #d6d3d1;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}`;

type Asker = { name: string; email: string; endUser?: string };

type Manifest = {
  interaction: number;
  question: string;
  outcome: string;
  answer: string;
  reason: string | null;
  asker: { id: number; role: string } & Partial<Asker>;
  theme: { name: string };
  askedAt: string;
  answeredAt: string;
  build: string;
  mode?: string;
  /** Missing in those of earlier versions. */
  chosenBy?: { encoder: string | null; reader: string | null };
  model?: { provider: string; asked: string; answered: string | null } | null;
  sources: {
    marker: number | null;
    name: string;
    version: number;
    page: number | null;
    file: string | null;
    passage: { sha256: string };
    quote: string;
  }[];
};

/** The human-readable page of a bundle, without scripts and with everything escaped. */
export async function* bundlePage(bundled: Bundled, answers: number[]): AsyncGenerator<string> {
  const { head, numbers, row, deviation } = bundled;
  const filters = Object.entries(row.filters as Record<string, unknown>).map(
    ([name, value]) => `${name}: ${String(value)}`,
  );
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>Evidence bundle ${row.id}</title><style>${style}</style></head><body>
<h1>Evidence bundle ${row.id}</h1>
<p>${numbers.length.toLocaleString("en")} of the ${head.size.toLocaleString("en")} events on this record, as of ${escaped(head.signed_at.toISOString())}${filters.length === 0 ? "" : `, chosen by ${escaped(filters.join(", "))}`}.</p>
<h2>How far this can be relied on</h2>
<p>This page is for reading. It proves nothing by itself, because a page can be changed. The other files are the proof, checked by a program that contacts nobody and also notices a changed page: <code>node footnote-verify.mjs bundle.zip --key key.pem --head head.txt</code>. Get the program and the key from someone other than the person who gave you this bundle, and the head from the place where it has been kept since.</p>
<p>It then proves that each event and answer is word for word the one that was recorded, that none of the log was changed or removed between your head and this bundle, and that each quoted passage is the text the answer rested on. It does not prove that an answer was right, that a document told the truth, or what happened without being recorded.</p>
<p>When this bundle was made, the ratings, holds, retention periods, roles and document texts that the program works with were compared with the latest event about each. ${deviation === null ? "All were as recorded." : `<strong>${escaped(sentenceOf(deviation))}</strong> This bundle holds what was recorded.`}</p>
<h2>Answers</h2>
`;
  const shown = answers.slice(0, mostAnswers);
  if (shown.length < answers.length)
    yield `<p>The first ${mostAnswers.toLocaleString("en")} of ${answers.length.toLocaleString("en")}; the others are in manifests.jsonl.</p>`;
  if (answers.length === 0) yield "<p>None.</p>";
  for (let from = 0; from < shown.length; from += batchSize)
    yield (await articles(bundled, shown.slice(from, from + batchSize))).join("");
  yield "<h2>Events</h2>";
  if (numbers.length > mostEvents)
    yield `<p>The first ${mostEvents.toLocaleString("en")} of ${numbers.length.toLocaleString("en")}; the others are in events.jsonl.</p>`;
  yield "<table><thead><tr><th>No.</th><th>Time (UTC)</th><th>Who</th><th>What</th><th>On</th><th>Result</th></tr></thead><tbody>";
  for (let from = 0; from < Math.min(numbers.length, mostEvents); from += batchSize)
    yield (await rows(bundled, numbers.slice(from, Math.min(from + batchSize, mostEvents)))).join("");
  yield "</tbody></table></body></html>\n";
}

async function articles({ caller, companyId }: Bundled, ids: number[]): Promise<string[]> {
  return caller.transact(async (ctx) => {
    const rows = await manifestsOf(ctx, companyId, ids);
    const manifests = rows.flatMap(({ content }) =>
      content === null ? [] : [JSON.parse(content) as Manifest],
    );
    const hashes = manifests.flatMap(({ sources }) =>
      sources.map(({ passage }) => Buffer.from(passage.sha256, "hex")),
    );
    const texts = new Map(
      (await textsOf(ctx, companyId, { answers: ids, hashes })).map(({ sha256, text }) => [
        sha256.toString("hex"),
        text,
      ]),
    );
    return rows.map(({ interaction_id: id, content, asker }) =>
      content === null
        ? `<article><h3>Answer ${id}</h3><p>Its content was erased; that it was given is still proved.</p></article>\n`
        : article(
            JSON.parse(content) as Manifest,
            asker === null ? null : (JSON.parse(asker) as Asker),
            texts,
          ),
    );
  });
}

/** @param known name and address, stored beside newer manifests and inside older ones; null: erased */
function article(manifest: Manifest, known: Asker | null, texts: Map<string, string>): string {
  const { asker, theme, sources, model } = manifest;
  const { name, email, endUser } = known ?? asker;
  const who = name === undefined ? `Person ${asker.id} (name erased, ` : `${name} (${email ?? ""}, `;
  const forWhom = endUser === undefined ? "" : ` for ${endUser}`;
  const writer =
    model == null
      ? "Quoted from the documents, without a model"
      : `${model.provider}, ${model.answered ?? model.asked}`;
  const { encoder = null, reader = null } = manifest.chosenBy ?? {};
  const helpers = [encoder, reader].filter((name) => name !== null);
  const cited = sources.filter(({ marker }) => marker !== null);
  return `<article id="answer-${manifest.interaction}"><h3>Answer ${manifest.interaction}</h3><dl>
<dt>Asked by</dt><dd>${escaped(`${who}${asker.role})${forWhom} on ${manifest.askedAt}, theme “${theme.name}”`)}</dd>
<dt>Question</dt><dd class="text">${escaped(manifest.question)}</dd>
<dt>Answer (${escaped(manifest.outcome)}, ${escaped(manifest.answeredAt)})</dt><dd class="text">${escaped(manifest.answer)}${manifest.reason === null ? "" : `<br><em>${escaped(manifest.reason)}</em>`}</dd>
<dt>Written by</dt><dd>${escaped(`${writer}; Footnote ${manifest.build}`)}</dd>
${manifest.chosenBy === undefined ? "" : `<dt>Passages chosen by</dt><dd>${escaped(["their words", ...helpers].join(", "))}</dd>\n`}<dt>Sources</dt><dd>${cited.length === 0 ? "None cited." : ""}${cited
    .map(
      (
        source,
      ) => `<p>[${String(Number(source.marker))}] ${escaped(`${source.name}, version ${source.version}${source.page === null ? "" : `, page ${source.page}`}; SHA-256 of the file ${source.file ?? "unknown"}`)}</p>
<blockquote>${escaped(texts.get(source.passage.sha256) ?? source.quote)}</blockquote>`,
    )
    .join("")}</dd></dl></article>\n`;
}

async function rows({ caller, companyId }: Bundled, numbers: number[]): Promise<string[]> {
  const events = await caller.transact((ctx) => eventsAt(ctx, companyId, numbers));
  return events.map(
    ({ seq, at, actor_name, actor_role, action, target_type, target_id, result }) =>
      `<tr><td>${seq}</td><td>${escaped(at)}</td><td>${escaped(actor_role === null ? actor_name : `${actor_name} (${actor_role})`)}</td><td>${escaped(action)}</td><td>${escaped(`${target_type} ${target_id}`)}</td><td>${escaped(result)}</td></tr>\n`,
  );
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
