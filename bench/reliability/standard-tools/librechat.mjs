// Asks through the package with which LibreChat calls custom endpoints: a stream whose answer has its footnote and source.
//
// Usage: librechat.mjs FOLDER-OF-THE-PACKAGE URL KEY MODEL QUESTION WORDS-OF-THE-ANSWER
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [folder, url, apiKey, model, question, words] = process.argv.slice(2);
const { resolve } = createRequire(`${folder}/`);
const load = (name) => import(pathToFileURL(resolve(name)));
const { ChatModelStreamHandler, createContentAggregator, GraphEvents, Providers, Run } =
  await load("@librechat/agents");
const { HumanMessage } = await load("@langchain/core/messages");

const { contentParts, aggregateContent } = createContentAggregator();
const gather = { handle: (event, data) => aggregateContent({ event, data }) };
const run = await Run.create({
  runId: "run",
  graphConfig: {
    type: "standard",
    instructions: "You are helpful.",
    llmConfig: {
      provider: Providers.OPENAI,
      model,
      apiKey,
      streaming: true,
      streamUsage: true,
      configuration: { baseURL: `${url}/v1` },
    },
  },
  customHandlers: {
    [GraphEvents.CHAT_MODEL_STREAM]: new ChatModelStreamHandler(),
    [GraphEvents.ON_RUN_STEP]: gather,
    [GraphEvents.ON_RUN_STEP_COMPLETED]: gather,
    [GraphEvents.ON_MESSAGE_DELTA]: gather,
  },
});
await run.processStream(
  { messages: [new HumanMessage(question)] },
  { configurable: { thread_id: "thread" }, streamMode: "values", version: "v2" },
);
const text = contentParts.map((part) => part?.text ?? "").join("");
if (!text.includes(words) || !text.includes("[1]") || !text.includes("Sources:"))
  throw new Error(`The answer was ${JSON.stringify(text)}.`);
process.stdout.write(`answered with ${text.match(/\[\d+\]/g)?.length} marks\n`);
