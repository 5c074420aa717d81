import { z } from "zod";
import type { CallSpec } from "#contract/kernel/endpoint.ts";
import { text } from "#contract/kernel/values.ts";

/** OpenAI's protocol, as far as it is read and written here; its calls are served by `server/answering/completions`. */
export const about = "OpenAI's protocol, for clients that speak no other: a theme is a model";

/** Calls in OpenAI's protocol. */
export const completionsPath = "/v1";

export const CompletionPart = z.looseObject({ type: z.string(), text: z.string().optional() });

export const CompletionMessage = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]),
  content: z
    .union([z.string(), z.array(CompletionPart)])
    .nullish()
    .describe("The last message of the role user is the question; messages of other roles are not read"),
});

/** More than a conversation that a person reads; the body's limit of bytes comes first for long ones. */
const mostMessages = 2_000;

/** The parameters that change an answer here. The others change nothing, and clients always send them. */
export const CompletionRequest = z.looseObject({
  model: z.string("Name a model, such as theme-3.").describe("A theme, such as `theme-3`"),
  messages: z
    .array(CompletionMessage)
    .min(1, "Send at least one message.")
    .max(mostMessages, `Send at most ${mostMessages} messages.`)
    .describe("The whole conversation; earlier questions are looked up in the record"),
  stream: z.boolean().nullish().describe("Send the checked answer as chunks"),
  stream_options: z
    .looseObject({ include_usage: z.boolean().nullish().describe("A last chunk has the tokens") })
    .nullish()
    .describe("With `stream`"),
  user: text(200).nullish().describe("The person on whose behalf you ask; kept in the record"),
  metadata: z
    .looseObject({ conversation: text(80).optional().describe("Your name for the conversation") })
    .nullish()
    .describe("Only `conversation` is read"),
  n: z
    .literal(1, "One answer is given to a question: leave n out, or send 1.")
    .nullish()
    .describe("One answer"),
  logprobs: z.literal(false, "Answers have no log probabilities.").nullish().describe("There are none"),
  audio: z.null("Answers are text.").optional().describe("Answers are text"),
  modalities: z.array(z.literal("text", "Answers are text.")).nullish().describe("Answers are text"),
  response_format: z
    .looseObject({
      type: z
        .literal("text", "Answers are text. For JSON, call POST /api/v1/answers.")
        .describe("For JSON, call `POST /api/v1/answers`"),
    })
    .nullish()
    .describe("Answers are text"),
  tool_choice: z
    .enum(["auto", "none"], "Tools are never called: leave tool_choice out, or send auto or none.")
    .nullish()
    .describe("Tools are never called"),
  function_call: z
    .enum(["auto", "none"], "Functions are never called: leave function_call out, or send auto or none.")
    .nullish()
    .describe("Functions are never called"),
});

export const CompletionAnnotation = z.object({
  type: z.literal("url_citation"),
  url_citation: z
    .object({
      start_index: z.number().int().describe("Where the mark begins, in characters"),
      end_index: z.number().int().describe("Where it ends"),
      title: z.string().describe("The document, and its page or section"),
      url: z.string().describe("Opens the cited page as text, with the same key"),
    })
    .describe("A footnote mark and its source"),
});

const tokens = z.number().int();
export const CompletionUsage = z
  .object({
    prompt_tokens: tokens.describe("Read by the model that wrote the answer"),
    completion_tokens: tokens.describe("Written by it"),
    total_tokens: tokens.describe("Both"),
  })
  .describe("Zero for quotes and approved answers");

const head = {
  id: z.string().describe("`chatcmpl-` and the id of the answer on record"),
  created: z.number().int().describe("When it was asked, in seconds since 1970"),
  model: z.string().describe("The theme"),
};

export const Completion = z.object({
  ...head,
  object: z.literal("chat.completion").describe("The kind of object"),
  choices: z
    .array(
      z.object({
        index: z.literal(0),
        message: z.object({
          role: z.literal("assistant"),
          content: z.string().describe("The answer with its marks, and its sources below"),
          refusal: z.null().describe("Always null"),
          annotations: z.array(CompletionAnnotation).describe("Each mark with its source"),
        }),
        logprobs: z.null().describe("Always null"),
        finish_reason: z.literal("stop").describe("Always `stop`"),
      }),
    )
    .describe("Exactly one"),
  usage: CompletionUsage,
});

export const CompletionChunk = z.object({
  ...head,
  object: z.literal("chat.completion.chunk").describe("The kind of object"),
  choices: z
    .array(
      z.object({
        index: z.literal(0),
        delta: z
          .object({
            role: z.literal("assistant").optional(),
            content: z.string().optional().describe("The next piece of the answer"),
            annotations: z.array(CompletionAnnotation).optional().describe("In the last chunk"),
          })
          .describe("What this chunk adds"),
        logprobs: z.null().describe("Always null"),
        finish_reason: z.literal("stop").nullable().describe("Set in the last chunk of the answer"),
      }),
    )
    .describe("Empty in the chunk with the tokens"),
  usage: CompletionUsage.nullish().describe("With `include_usage`: in the last chunk"),
});

export const CompletionModel = z.object({
  id: z.string().describe("`theme-` and the id of the theme"),
  object: z.literal("model").describe("The kind of object"),
  created: z.number().int().describe("When the theme was created, in seconds since 1970"),
  owned_by: z.literal("footnote").describe("Always `footnote`"),
  name: z.string().describe("The name of the theme"),
});

export const CompletionModels = z.object({
  object: z.literal("list").describe("The kind of object"),
  data: z.array(CompletionModel).describe("The themes that the key can ask"),
});

export const CompletionError = z.object({
  error: z.object({
    message: z.string().describe("A sentence for the user"),
    type: z.enum(["invalid_request_error", "rate_limit_error", "server_error"]).describe("The kind of error"),
    param: z.string().nullable().describe("The parameter that is wrong"),
    code: z.string().describe("What went wrong, such as `invalid_api_key`"),
  }),
});

/** A chunk, or the error that ends the stream; `[DONE]` follows. */
export const CompletionEvent = z.union([CompletionChunk, CompletionError]);

const forKeys = { permission: "theme:ask", takesKeys: true, keysOnly: true } as const;

export const listModels = {
  method: "GET",
  path: `${completionsPath}/models`,
  ...forKeys,
  limit: "program",
  summary: "The themes that the key can ask, as models",
  output: CompletionModels,
} satisfies CallSpec;

export const getModel = {
  method: "GET",
  path: `${completionsPath}/models/:model`,
  ...forKeys,
  limit: "program",
  summary: "A theme as a model",
  params: z.object({ model: z.string().describe("A theme, such as `theme-3`") }),
  output: CompletionModel,
} satisfies CallSpec;

export const createChatCompletion = {
  method: "POST",
  path: `${completionsPath}/chat/completions`,
  ...forKeys,
  limit: "ask",
  repeats: "own",
  namesThings: true,
  summary: "Ask a theme in OpenAI's protocol",
  details:
    "With `stream`, one `data:` line of JSON per chunk once the answer is checked, comments until then, and `data: [DONE]` at the end. Parameters of sampling, length and caching, stop sequences and tools that need not be called are taken and change nothing.",
  body: CompletionRequest,
  output: Completion,
  events: CompletionEvent,
} satisfies CallSpec;

export const completionCalls: Record<string, CallSpec> = { listModels, getModel, createChatCompletion };
