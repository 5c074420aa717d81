import { type Body, type Dialect, type Refusal, sendEvent, textsIn, unknownField } from "./dialect.ts";

const known = ["contents", "systemInstruction", "generationConfig", "safetySettings", "tools", "toolConfig"];
const knownOfConfig = [
  "maxOutputTokens",
  "temperature",
  "topP",
  "topK",
  "stopSequences",
  "seed",
  "thinkingConfig",
  "responseMimeType",
  "responseJsonSchema",
];

const refusal = (status: number, name: string, message: string, details: unknown[] = []): Refusal => ({
  status,
  body: { error: { code: status, message, status: name, details } },
});

/**
 * Google's streamGenerateContent: https://ai.google.dev/api/generate-content, thinking
 * https://ai.google.dev/gemini-api/docs/thinking, errors https://ai.google.dev/gemini-api/docs/troubleshooting
 */
export const googleGemini: Dialect = {
  path: /^\/models\/[^/:]+:streamGenerateContent/,
  contentType: "text/event-stream",
  keyIn: (headers) => headers["x-goog-api-key"]?.toString(),
  modelIn: (path) => /^\/models\/([^/:]+):/.exec(path)?.[1] ?? "",
  promptIn: (body) => textsIn([body.systemInstruction, ...((body.contents ?? []) as object[])]),
  limitIn: (body) => Number(configIn(body).maxOutputTokens ?? 0) || null,
  refuse({ model, body }) {
    const strange = unknownField(body, known) ?? unknownField(configIn(body), knownOfConfig);
    if (strange !== undefined)
      return refusal(
        400,
        "INVALID_ARGUMENT",
        `Invalid JSON payload received. Unknown name "${strange}": Cannot find field.`,
      );
    const thinking = configIn(body).thinkingConfig as Body | undefined;
    if (thinking !== undefined && "thinkingLevel" in thinking && /^gemini-[12]/.test(model))
      return refusal(400, "INVALID_ARGUMENT", "Thinking level is not supported for this model.");
    return null;
  },
  keyRefused: () =>
    refusal(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
      { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" },
    ]),
  modelGone: (model) =>
    refusal(
      404,
      "NOT_FOUND",
      `models/${model} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
    ),
  noRoom: null,
  noCredit: null,
  tooLong: (tokens, most) =>
    refusal(
      400,
      "INVALID_ARGUMENT",
      `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${most}).`,
    ),
  // the limit of a minute speaks of plan and billing too
  failed: (status) =>
    status === 429
      ? refusal(
          status,
          "RESOURCE_EXHAUSTED",
          "You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.",
        )
      : refusal(status, "INTERNAL", `refused with ${status}`),
  writer(response, { model }) {
    const piece = (candidate: object, more: object = {}) =>
      sendEvent(response, {
        candidates: [{ index: 0, ...candidate }],
        modelVersion: model,
        responseId: "g1",
        ...more,
      });
    return {
      begin: () => undefined,
      text: (text) => piece({ content: { role: "model", parts: [{ text }] } }),
      end(finish, { prompt_tokens, completion_tokens }) {
        const reasons = { stop: "STOP", length: "MAX_TOKENS", refused: "SAFETY" };
        piece(
          { content: { role: "model", parts: [{ text: "" }] }, finishReason: reasons[finish] },
          {
            usageMetadata: {
              promptTokenCount: prompt_tokens,
              candidatesTokenCount: completion_tokens,
              totalTokenCount: prompt_tokens + completion_tokens,
            },
          },
        );
        response.end();
      },
    };
  },
  list: (models) => ({
    models: [
      ...models.map((name) => ({ name: `models/${name}`, supportedGenerationMethods: ["generateContent"] })),
      { name: "models/an-embedder", supportedGenerationMethods: ["embedContent"] },
    ],
  }),
};

function configIn(body: Body): Body {
  return (body.generationConfig ?? {}) as Body;
}
