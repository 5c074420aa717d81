import {
  type Body,
  type Dialect,
  type Refusal,
  faultOfSchema,
  sendEvent,
  textsIn,
  unknownField,
} from "./dialect.ts";

const known = [
  "model",
  "messages",
  "stream",
  "stream_options",
  "max_tokens",
  "max_completion_tokens",
  "temperature",
  "top_p",
  "reasoning_effort",
  "response_format",
  "store",
  "seed",
  "stop",
  "user",
  "n",
  "tools",
  "tool_choice",
];
/** GPT-5 and later, the o series, and models tuned from them. */
const thinking = /^(?:ft:)?(?:gpt-(?:[5-9]|\d\d)|o\d)/;

function refusal(message: string, param: string | null, code: string | null, status = 400): Refusal {
  return { status, body: { error: { message, type: "invalid_request_error", param, code } } };
}

/**
 * OpenAI's chat completions. Refusals: https://developers.openai.com/api/docs/guides/reasoning and
 * https://developers.openai.com/api/docs/guides/error-codes; stream:
 * https://developers.openai.com/api/reference/resources/chat/subresources/completions/streaming-events
 */
export const openaiChat: Dialect = {
  path: /^\/chat\/completions$/,
  contentType: "text/event-stream",
  keyIn: (headers) => headers.authorization?.replace("Bearer ", ""),
  modelIn: (_path, body) => String(body.model),
  promptIn: (body) => textsIn(body.messages),
  limitIn: ({ max_completion_tokens, max_tokens }) =>
    Number(max_completion_tokens ?? max_tokens ?? 0) || null,
  refuse({ model, body }) {
    const strange = unknownField(body, known);
    if (strange !== undefined)
      return refusal(`Unrecognized request argument supplied: ${strange}`, null, null);
    const schema = refuseSchema(model, body.response_format as Format | undefined);
    if (schema !== null) return schema;
    if (!thinking.test(model)) return refuseOfOlder(model, body);
    if ("max_tokens" in body)
      return refusal(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        "max_tokens",
        "unsupported_parameter",
      );
    for (const name of ["temperature", "top_p"])
      if (name in body && body[name] !== 1)
        return refusal(
          `Unsupported value: '${name}' does not support ${String(body[name])} with this model. Only the default (1) value is supported.`,
          name,
          "unsupported_value",
        );
    return null;
  },
  keyRefused: (key) =>
    refusal(
      `Incorrect API key provided: ${key.slice(0, 6)}********${key.slice(-4)}. You can find your API key at https://platform.openai.com/account/api-keys.`,
      null,
      "invalid_api_key",
      401,
    ),
  modelGone: (model) =>
    refusal(
      `The model \`${model}\` does not exist or you do not have access to it.`,
      null,
      "model_not_found",
      404,
    ),
  noRoom: refusal(
    "Could not finish the message because max_tokens or model output limit was reached. Please try again with higher max_tokens.",
    null,
    null,
  ),
  noCredit: {
    status: 429,
    body: {
      error: {
        message:
          "You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.",
        type: "insufficient_quota",
        param: null,
        code: "insufficient_quota",
      },
    },
  },
  tooLong: (tokens, most) =>
    refusal(
      `This model's maximum context length is ${most} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
      "messages",
      "context_length_exceeded",
    ),
  failed: (status) => ({
    status,
    body: {
      error: {
        message: `refused with ${status}`,
        type: status === 429 ? "requests" : "server_error",
        param: null,
        code: status === 429 ? "rate_limit_exceeded" : null,
      },
    },
  }),
  writer(response, { model, fingerprint }) {
    const chunk = (choices: object[], more: object = {}) =>
      sendEvent(response, {
        id: "c1",
        object: "chat.completion.chunk",
        created: 1,
        model,
        ...(fingerprint === null ? {} : { system_fingerprint: fingerprint }),
        choices,
        ...more,
      });
    const choice = (delta: object, finish: string | null = null) =>
      chunk([{ index: 0, delta, finish_reason: finish }]);
    return {
      begin: () => void choice({ role: "assistant", content: "" }),
      text: (content) => choice({ content }),
      end(finish, usage) {
        choice({}, finish === "refused" ? "content_filter" : finish);
        chunk([], { usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens } });
        response.end("data: [DONE]\n\n");
      },
    };
  },
  list: (models) => ({ object: "list", data: models.map((id) => ({ id, object: "model" })) }),
};

type Format = { type: string; json_schema?: { name: string; strict?: boolean; schema: unknown } };
/** https://developers.openai.com/api/docs/guides/structured-outputs: from GPT-4o on. */
const withoutSchemas = /^gpt-(?:3\.5|4)(?!o|\.\d)/;

function refuseSchema(model: string, format: Format | undefined): Refusal | null {
  if (format === undefined) return null;
  if (withoutSchemas.test(model))
    return refusal(
      `Invalid parameter: 'response_format' of type '${format.type}' is not supported with this model.`,
      null,
      null,
    );
  const fault = faultOfSchema(format.json_schema?.schema);
  return fault === null
    ? null
    : refusal(
        `Invalid schema for response_format '${format.json_schema?.name}': ${fault}`,
        "response_format",
        null,
      );
}

function refuseOfOlder(model: string, body: Body): Refusal | null {
  return model.startsWith("gpt-") && "reasoning_effort" in body
    ? refusal("Unrecognized request argument supplied: reasoning_effort", null, null)
    : null;
}
