import { type Body, type Dialect, type Refusal, sendEvent, textsIn, unknownField } from "./dialect.ts";

const known = [
  "model",
  "messages",
  "system",
  "max_tokens",
  "temperature",
  "top_p",
  "top_k",
  "stream",
  "thinking",
  "output_config",
  "stop_sequences",
  "metadata",
];
/** https://platform.claude.com/docs/en/about-claude/models/migration-guide: no sampling parameters from Opus 4.7 on. */
const withoutSampling = /^claude-(?:opus-4-[78]|(?:opus|sonnet|haiku|fable)-5)/;
/** https://platform.claude.com/docs/en/build-with-claude/effort */
const takesEffort = /^claude-(?:opus-4-[5-8]|sonnet-4-6|(?:opus|sonnet|haiku|fable)-5)/;

/** https://platform.claude.com/docs/en/build-with-claude/structured-outputs */
const takesSchema = /^claude-(?:opus-4-[1-8]|sonnet-4-[56]|haiku-4-5|(?:opus|sonnet|haiku|fable)-5)/;

const refusal = (status: number, type: string, message: string): Refusal => ({
  status,
  body: { type: "error", error: { type, message }, request_id: "req_1" },
});

/**
 * Anthropic's Messages API: https://platform.claude.com/docs/en/api/messages, errors
 * https://platform.claude.com/docs/en/api/errors, stream https://platform.claude.com/docs/en/build-with-claude/streaming
 */
export const anthropicMessages: Dialect = {
  path: /^\/messages$/,
  contentType: "text/event-stream",
  keyIn: (headers) => headers["x-api-key"]?.toString(),
  modelIn: (_path, body) => String(body.model),
  promptIn: (body) => textsIn([{ content: body.system }, ...((body.messages ?? []) as object[])]),
  limitIn: (body) => Number(body.max_tokens ?? 0) || null,
  refuse({ model, headers, body }) {
    if (headers["anthropic-version"] === undefined)
      return refusal(400, "invalid_request_error", "anthropic-version: header is required");
    const strange = unknownField(body, known);
    if (strange !== undefined)
      return refusal(400, "invalid_request_error", `${strange}: Extra inputs are not permitted`);
    if (typeof body.max_tokens !== "number")
      return refusal(400, "invalid_request_error", "max_tokens: Field required");
    if ("temperature" in body && withoutSampling.test(model))
      return refusal(400, "invalid_request_error", "`temperature` is deprecated for this model.");
    const thinking = body.thinking as { type?: string; budget_tokens?: number } | undefined;
    if ((thinking?.budget_tokens ?? 0) >= body.max_tokens)
      return refusal(
        400,
        "invalid_request_error",
        "`max_tokens` must be greater than `thinking.budget_tokens`.",
      );
    const isThinking = thinking?.type === "enabled" || thinking?.type === "adaptive";
    if (isThinking && "temperature" in body && body.temperature !== 1)
      return refusal(
        400,
        "invalid_request_error",
        "`temperature` may only be set to 1 when thinking is enabled.",
      );
    if ("format" in ((body.output_config as Body | undefined) ?? {}) && !takesSchema.test(model))
      return refusal(400, "invalid_request_error", `'${model}' does not support output_config.format.`);
    return (body.output_config as { effort?: string } | undefined)?.effort !== undefined &&
      !takesEffort.test(model)
      ? refusal(400, "invalid_request_error", "This model does not support the effort parameter.")
      : null;
  },
  keyRefused: () => refusal(401, "authentication_error", "invalid x-api-key"),
  modelGone: (model) => refusal(404, "not_found_error", `model: ${model}`),
  noRoom: null,
  noCredit: refusal(
    400,
    "invalid_request_error",
    "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
  ),
  tooLong: (tokens, most) =>
    refusal(400, "invalid_request_error", `prompt is too long: ${tokens} tokens > ${most} maximum`),
  failed: (status) =>
    refusal(
      status,
      status === 429 ? "rate_limit_error" : status === 529 ? "overloaded_error" : "api_error",
      `refused with ${status}`,
    ),
  writer(response, { model }) {
    const send = (type: string, more: object) => sendEvent(response, { type, ...more }, type);
    return {
      begin() {
        send("message_start", {
          message: {
            id: "msg_1",
            type: "message",
            role: "assistant",
            model,
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 1, output_tokens: 1 },
          },
        });
        send("content_block_start", { index: 0, content_block: { type: "text", text: "" } });
      },
      text: (text) => send("content_block_delta", { index: 0, delta: { type: "text_delta", text } }),
      end(finish, { prompt_tokens, completion_tokens }) {
        const reasons = { stop: "end_turn", length: "max_tokens", refused: "refusal" };
        send("content_block_stop", { index: 0 });
        send("message_delta", {
          delta: { stop_reason: reasons[finish], stop_sequence: null },
          usage: { input_tokens: prompt_tokens, output_tokens: completion_tokens },
        });
        send("message_stop", {});
        response.end();
      },
    };
  },
  list: (models) => ({ data: models.map((id) => ({ id, type: "model" })), has_more: false }),
};
