import { crc32 } from "node:zlib";
import { type Body, type Dialect, type Refusal, textsIn, unknownField } from "./dialect.ts";

const known = [
  "messages",
  "system",
  "inferenceConfig",
  "additionalModelRequestFields",
  "additionalModelResponseFieldPaths",
];
const withoutSampling = /claude-(?:opus-4-[78]|(?:opus|sonnet|haiku|fable)-5)/;

const refusal = (status: number, type: string, message: string): Refusal => ({
  status,
  body: { message },
  headers: { "x-amzn-errortype": type },
});

/**
 * Bedrock's ConverseStream: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html, in
 * frames of https://docs.aws.amazon.com/lexv2/latest/dg/event-stream-encoding.html. It doesn't name the answering model.
 */
export const bedrockConverse: Dialect = {
  path: /^\/model\/[^/]+\/converse-stream$/,
  contentType: "application/vnd.amazon.eventstream",
  keyIn: (headers) => headers.authorization?.replace("Bearer ", ""),
  modelIn: (path) => decodeURIComponent(/^\/model\/([^/]+)\//.exec(path)?.[1] ?? ""),
  promptIn: (body) => textsIn([{ content: body.system }, ...((body.messages ?? []) as object[])]),
  limitIn: (body) => Number(configIn(body).maxTokens ?? 0) || null,
  refuse({ model, body }) {
    const strange =
      unknownField(body, known) ??
      unknownField(configIn(body), ["maxTokens", "temperature", "topP", "stopSequences"]);
    if (strange !== undefined)
      return refusal(
        400,
        "ValidationException",
        `Malformed input request: extraneous key [${strange}] is not permitted`,
      );
    return "temperature" in configIn(body) && withoutSampling.test(model)
      ? refusal(
          400,
          "ValidationException",
          "The model returned the following errors: `temperature` is deprecated for this model.",
        )
      : null;
  },
  keyRefused: () =>
    refusal(403, "AccessDeniedException", "Authentication failed: Please make sure your API Key is valid."),
  modelGone: () =>
    refusal(
      404,
      "ResourceNotFoundException",
      "This model version has reached the end of its life. Please refer to the AWS documentation for more details.",
    ),
  noRoom: null,
  noCredit: null,
  tooLong: () => refusal(400, "ValidationException", "Input is too long for requested model."),
  failed: (status) =>
    refusal(
      status,
      status === 429 ? "ThrottlingException" : "InternalServerException",
      `refused with ${status}`,
    ),
  writer(response) {
    const send = (type: string, payload: object) => response.write(frame(type, payload));
    return {
      begin: () => void send("messageStart", { role: "assistant" }),
      text: (text) => send("contentBlockDelta", { contentBlockIndex: 0, delta: { text } }),
      end(finish, { prompt_tokens, completion_tokens }) {
        const reasons = { stop: "end_turn", length: "max_tokens", refused: "content_filtered" };
        send("contentBlockStop", { contentBlockIndex: 0 });
        send("messageStop", { stopReason: reasons[finish] });
        const usage = {
          inputTokens: prompt_tokens,
          outputTokens: completion_tokens,
          totalTokens: prompt_tokens + completion_tokens,
        };
        send("metadata", { usage, metrics: { latencyMs: 1 } });
        response.end();
      },
    };
  },
  list: () => ({}),
};

function configIn(body: Body): Body {
  return (body.inferenceConfig ?? {}) as Body;
}

/** Length, header length, checksum, headers, payload, checksum. */
function frame(type: string, payload: object): Buffer {
  const headers = Buffer.concat(
    [
      [":event-type", type],
      [":content-type", "application/json"],
      [":message-type", "event"],
    ].map(([name = "", value = ""]) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(value.length);
      return Buffer.concat([
        Buffer.from([name.length]),
        Buffer.from(name),
        Buffer.from([7]),
        length,
        Buffer.from(value),
      ]);
    }),
  );
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(headers.length + body.length + 16, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const start = Buffer.concat([prelude, checksum(prelude), headers, body]);
  return Buffer.concat([start, checksum(start)]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}
