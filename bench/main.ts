import { parseArgs } from "node:util";
import type { BenchOptions } from "./options.ts";

type Bench = {
  about: string;
  /** Measured on two cores. */
  takes: string;
  load(): Promise<{ run(options: BenchOptions): Promise<void> }>;
};

/** One file each; a benchmark exports `run`. */
const benches: Record<string, Bench> = {
  retrieval: {
    about:
      "Recall, MAP and nDCG of the ranker, BM25 and MiniSearch, on all sets; --opensearch: of the ranker in memory and over OpenSearch",
    takes: "4 min",
    load: () => import("./quality/retrieval.ts"),
  },
  encoders: {
    about: "the same with encoders: every model in MODELS_DIR, alone and fused",
    takes: "30 min for each model, 2 min once its vectors are in .cache",
    load: () => import("./quality/encoders.ts"),
  },
  abstention: {
    about: "declining by threshold: other subjects, other contracts, answerable questions",
    takes: "3 min",
    load: () => import("./quality/abstention.ts"),
  },
  "abstention-small": {
    about: "declining in themes of 3 to 60 passages",
    takes: "2 min",
    load: () => import("./quality/abstention-small.ts"),
  },
  answers: {
    about: "right page at 1 and among all cited, claims supported, correct and wrong declines",
    takes: "45 s",
    load: () => import("./quality/answers.ts"),
  },
  asked: {
    about: "380 questions as people ask them: right words in the first quote, in a later one, declined",
    takes: "20 s",
    load: () => import("./quality/asked.ts"),
  },
  customers: {
    about: "228 questions on policies, law and filings: tables, states, exclusions, near misses",
    takes: "30 s",
    load: () => import("./quality/customers.ts"),
  },
  newcomers: {
    about: "288 questions of newcomers to the policies of four companies, tables and near misses among them",
    takes: "1 min",
    load: () => import("./quality/newcomers.ts"),
  },
  demo: {
    about: "120 plain questions of a newcomer to the demo",
    takes: "1 min",
    load: () => import("./quality/demo.ts"),
  },
  reader: {
    about: "no figures: the ten best passages for the questions of all sets, for the scripts in training/",
    takes: "15 min",
    load: () => import("./quality/reader.ts"),
  },
  public: {
    about: "377 questions over 48 public documents: benefits, card programs, regulations, handbooks",
    takes: "30 s",
    load: () => import("./quality/public.ts"),
  },
  languages: {
    about: "96 questions in German, French, Spanish, Italian, Portuguese and Dutch, by language",
    takes: "20 s",
    load: () => import("./quality/languages.ts"),
  },
  rules: {
    about: "the gain of each hand-written language rule, switched off one at a time",
    takes: "5 min",
    load: () => import("./quality/rules.ts"),
  },
  approved: {
    about: "which questions an approved answer answers: the same in other words, and others that are near",
    takes: "5 s",
    load: () => import("./quality/approved.ts"),
  },
  claims: {
    about: "the claim check on true and untrue sentences",
    takes: "40 s",
    load: () => import("./quality/claims.ts"),
  },
  "real-model": {
    about: "outcomes over a small real model, which it fetches (needs npm and Python, Linux on x64)",
    takes: "10 min",
    load: () => import("./quality/real-model.ts"),
  },
  misspelled: {
    about: "finding and declining with one-letter typing errors",
    takes: "30 s",
    load: () => import("./quality/misspelled.ts"),
  },
  spoken: {
    about: "finding and declining with greetings, thanks and background",
    takes: "45 s",
    load: () => import("./quality/spoken.ts"),
  },
  losses: {
    about: "what drawn pages of the corpus show and the text read from them lacks, without a warning",
    takes: "15 min",
    load: () => import("./quality/losses.ts"),
  },
  "first-token": {
    about: "time to the first words, compared with a direct call to the same model server",
    takes: "40 s",
    load: () => import("./performance/first-token.ts"),
  },
  crash: {
    about: "kills at random instants: acknowledged data is kept",
    takes: "3 min",
    load: () => import("./reliability/crash.ts"),
  },
  engines: {
    about: "10,000 generated sequences of calls on two versions of PostgreSQL and a model (needs Debian's)",
    takes: "20 min",
    load: () => import("./reliability/engines.ts"),
  },
  extraction: {
    about: "every file of the corpus and its outcome",
    takes: "40 s",
    load: () => import("./quality/extraction.ts"),
  },
  formats: {
    about:
      "words of public XLSX, PPTX, HTML, Markdown, EML and CSV files beside those that LibreOffice finds (needs LibreOffice, cmark-gfm, Python)",
    takes: "10 min",
    load: () => import("./quality/formats.ts"),
  },
  faults: {
    about: "write errors in 500 calls of the file store, in the database, and a full disk (needs strace)",
    takes: "10 min",
    load: () => import("./reliability/faults.ts"),
  },
  "mcp-conformance": {
    about: "the Model Context Protocol's own suite, which it fetches (needs npm)",
    takes: "1 min",
    load: () => import("./reliability/mcp-conformance.ts"),
  },
  libreoffice: {
    about: "the exports as CSV and XLSX, opened by LibreOffice: formulas, phones, dates, numbers, long texts",
    takes: "1 min",
    load: () => import("./reliability/libreoffice.ts"),
  },
  "standard-tools": {
    about:
      "redocly, promtool, scim2-tester, schemathesis, two generated clients and two of others, fetched for it (needs npm and PyPI)",
    takes: "10 min",
    load: () => import("./reliability/standard-tools.ts"),
  },
  doors: {
    about: "footnote-sync beside direct uploads, and OpenAI's protocol beside direct questions, per second",
    takes: "3 min",
    load: () => import("./performance/doors.ts"),
  },
  guard: {
    about: "500 questions of a test set against a new version, alone and while people ask, and their p95",
    takes: "3 min",
    load: () => import("./performance/guard.ts"),
  },
  ingestion: {
    about: "pages per second from upload to ready, compared with pdftotext",
    takes: "30 s",
    load: () => import("./performance/ingestion.ts"),
  },
  "event-loop-stalls": {
    about: "longest uninterrupted work of the thread that serves calls",
    takes: "2 min",
    load: () => import("./performance/event-loop-stalls.ts"),
  },
  fuzz: {
    about: "attack strings over every route, and the time that long texts take",
    takes: "90 s",
    load: () => import("./security/fuzz.ts"),
  },
  leakage: {
    about: "words of another theme in 5,000 questions",
    takes: "2 min",
    load: () => import("./security/leakage.ts"),
  },
  load: {
    about: "throughput and p50, p95, p99 per route, and the times promised under load",
    takes: "2 min",
    load: () => import("./performance/load.ts"),
  },
  questionnaire: {
    about: "a questionnaire of 500 questions: upload, answers, download",
    takes: "2 min",
    load: () => import("./performance/questionnaire.ts"),
  },
  "many-documents": {
    about: "a theme of thousands of documents",
    takes: "30 s",
    load: () => import("./performance/many-documents.ts"),
  },
  "many-companies": {
    about: "ten thousand companies: calls, memory and the program's own jobs",
    takes: "2 min",
    load: () => import("./performance/many-companies.ts"),
  },
  servers: {
    about: "throughput and p95 of 1, 2 and 4 servers over one database",
    takes: "80 s",
    load: () => import("./performance/servers.ts"),
  },
  routing: {
    about: "index memory of four servers and 2,000 companies, with and without routing (needs nginx)",
    takes: "10 min",
    load: () => import("./performance/routing.ts"),
  },
  "questions-while-uploading": {
    about: "questions while 600 small files, then ten of ten megabytes arrive",
    takes: "2 min",
    load: () => import("./performance/questions-while-uploading.ts"),
  },
  neighbors: {
    about: "the effect of one company's load on another",
    takes: "2 min",
    load: () => import("./performance/neighbors.ts"),
  },
  pages: {
    about: "script per screen, layout shift, Lighthouse (needs Chromium)",
    takes: "4 min",
    load: () => import("./performance/pages.ts"),
  },
  record: {
    about:
      "the cost of recording, a bundle in the verifier, a million events by each filter and in an erasure",
    takes: "3 min",
    load: () => import("./performance/record.ts"),
  },
  reports: {
    about: "reports over a year with a million interactions",
    takes: "5 min",
    load: () => import("./performance/reports.ts"),
  },
  timing: {
    about: "information that response times reveal about foreign ids and addresses",
    takes: "20 s",
    load: () => import("./security/timing.ts"),
  },
  scale: {
    about:
      "search in themes of 10,000 to a million passages; --opensearch: over one node, up to 30,000 or --passages",
    takes: "5 min",
    load: () => import("./performance/retrieval-scale.ts"),
  },
  "answer-screen": {
    about:
      "layout shift of arriving answers, and time from a click on a mark to the highlighted page (needs Chromium)",
    takes: "2 min",
    load: () => import("./performance/answer-screen.ts"),
  },
  "retrieval-train": {
    about: "learns the weights of the ranker",
    takes: "30 s",
    load: () => import("./quality/retrieval-train.ts"),
  },
  "choice-train": {
    about: "learns the weights that choose the answering sentence, and when none answers",
    takes: "40 s",
    load: () => import("./quality/choice-train.ts"),
  },
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "string" },
    before: { type: "string" },
    data: { type: "string" },
    sequences: { type: "string" },
    interactions: { type: "string" },
    seed: { type: "string" },
    opensearch: { type: "boolean" },
    passages: { type: "string" },
    help: { type: "boolean", short: "h" },
  },
});
const [name = ""] = positionals;
const { data, json, before, sequences, interactions, seed, opensearch, passages } = values;
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (bench === undefined || values.help === true) {
  const out = values.help === true ? process.stdout : process.stderr;
  if (name !== "" && bench === undefined) out.write(`There is no bench '${name}'.\n\n`);
  out.write(
    "npm run bench -- NAME [--json FILE] [--before FILE] [--data FOLDER] [--sequences COUNT] [--interactions COUNT] [--seed NUMBER] [--opensearch] [--passages COUNT]\n\n",
  );
  for (const [known, { about, takes }] of Object.entries(benches))
    out.write(`  ${known.padEnd(26)} ${about} (${takes})\n`);
  process.exit(values.help === true ? 0 : 2);
}
try {
  await (await bench.load()).run({ data, json, before, sequences, interactions, seed, opensearch, passages });
} catch (error) {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`${message}${cause instanceof Error ? `: ${cause.message}` : ""}\n`);
  process.exit(1);
}
