import { type Dialect, type Refusal, sendEvent, textsIn, unknownField } from "./dialect.ts";

const known = [
  "model",
  "input",
  "stream",
  "max_output_tokens",
  "temperature",
  "top_p",
  "reasoning",
  "store",
  "include",
  "text",
  "user",
];
const invalid = "Client specified an invalid argument";
/** https://docs.x.ai/docs/guides/reasoning: only these accept an effort. */
const takesEffort = /^grok-(?:4\.[3-9]|4\.20-multi-agent|latest)/;

const refusal = (status: number, code: string, error: string): Refusal => ({ status, body: { code, error } });

/**
 * xAI's Responses API: https://docs.x.ai/docs/api-reference#create-new-response, stream per
 * https://docs.x.ai/docs/guides/streaming-response. A wrong key gets status 400.
 */
export const xaiResponses: Dialect = {
  path: /^\/responses$/,
  contentType: "text/event-stream",
  keyIn: (headers) => headers.authorization?.replace("Bearer ", ""),
  modelIn: (_path, body) => String(body.model),
  promptIn: (body) => textsIn(body.input),
  limitIn: (body) => Number(body.max_output_tokens ?? 0) || null,
  refuse({ model, body }) {
    const strange = unknownField(body, known);
    if (strange !== undefined) return refusal(400, invalid, `Argument not supported: ${strange}`);
    const effort = (body.reasoning as { effort?: string } | undefined)?.effort;
    return effort !== undefined && !takesEffort.test(model)
      ? refusal(400, invalid, `Model ${model} does not support parameter reasoningEffort.`)
      : null;
  },
  keyRefused: (key) =>
    refusal(
      400,
      invalid,
      `Incorrect API key provided: ${key.slice(0, 2)}***${key.slice(-2)}. You can obtain an API key from https://console.x.ai.`,
    ),
  modelGone: (model) =>
    refusal(
      404,
      "Some requested entity was not found",
      `The model ${model} does not exist or your team does not have access to it.`,
    ),
  noRoom: null,
  noCredit: refusal(
    429,
    "Some resource has been exhausted",
    "Your team 0f0f has either used all available credits or reached its monthly spending limit. To continue making API requests, please purchase more credits or raise your spending limit.",
  ),
  tooLong: (tokens, most) =>
    refusal(
      400,
      invalid,
      `This model's maximum prompt length is ${most} but the request contains ${tokens} tokens.`,
    ),
  failed: (status) =>
    refusal(
      status,
      status === 429 ? "Some resource has been exhausted" : "The service is currently unavailable",
      `refused with ${status}`,
    ),
  writer(response, { model }) {
    const whole = { id: "r1", object: "response", created_at: 1, model, output: [] };
    const text = (type: string, more: object) =>
      sendEvent(response, { type, item_id: "m1", output_index: 0, content_index: 0, ...more }, type);
    return {
      begin: () =>
        void sendEvent(
          response,
          { type: "response.created", response: { ...whole, status: "in_progress" } },
          "response.created",
        ),
      text: (delta) => text("response.output_text.delta", { delta }),
      end(finish, { prompt_tokens, completion_tokens }) {
        const usage = {
          input_tokens: prompt_tokens,
          output_tokens: completion_tokens,
          total_tokens: prompt_tokens + completion_tokens,
        };
        if (finish === "stop")
          sendEvent(
            response,
            { type: "response.completed", response: { ...whole, status: "completed", usage } },
            "response.completed",
          );
        else
          sendEvent(
            response,
            {
              type: "response.incomplete",
              response: {
                incomplete_details: { reason: finish === "length" ? "max_output_tokens" : "content_filter" },
                usage,
              },
            },
            "response.incomplete",
          );
        response.end();
      },
    };
  },
  list: (models) => ({ object: "list", data: models.map((id) => ({ id, object: "model" })) }),
};
