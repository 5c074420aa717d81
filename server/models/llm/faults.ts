import { APICallError } from "ai";
import { ModelParameter } from "#contract/models/providers.ts";
import { ModelError } from "./models.ts";
import { providerMessage } from "./provider-message.ts";

type Reply = { headers: Headers | Record<string, string> | undefined; secrets: string[]; cause?: unknown };

/** Any thrown error as a `ModelError`; an abort's reason is unchanged. */
export function asModelError(error: unknown, signal: AbortSignal, secrets: string[]): unknown {
  if (error instanceof ModelError) return error;
  if (signal.aborted) return abortOf(signal);
  if (APICallError.isInstance(error)) {
    const { statusCode, responseBody, responseHeaders } = error;
    const brokeOff = statusCode !== undefined && statusCode < 400 && error.cause instanceof TypeError;
    if (statusCode === undefined || brokeOff) return unreached(error, brokeOff);
    if (statusCode < 400)
      return new ModelError("broken", "The model's reply could not be read.", { cause: error });
    return faultOfStatus(statusCode, responseBody ?? error.message, {
      headers: responseHeaders,
      secrets,
      cause: error,
    });
  }
  // undici's word for a body that ended early
  if (error instanceof TypeError) return unreached(error, error.message === "terminated");
  return new ModelError("broken", "The model's reply could not be read.", { cause: error });
}

const unreached = (cause: Error, brokeOff: boolean) =>
  new ModelError(
    "unreachable",
    brokeOff
      ? "The model's provider closed the connection before it answered."
      : "The model's provider could not be reached.",
    { cause },
  );

export function abortOf(signal: AbortSignal): unknown {
  return signal.reason ?? new DOMException("stopped", "AbortError");
}

/** The meaning of a status of 400 or more, with the provider's own words. */
export function faultOfStatus(status: number, body: string, { headers, secrets, cause }: Reply): ModelError {
  const { message, code, parameter } = readRefusal(body);
  const said = providerMessage(status, message, secrets);
  const retryAfterMs = retryAfterOf(headers) ?? retryDelayIn(body);
  const details = { cause, said, retryAfterMs };
  if (status === 401 || isAboutKey(code, message))
    return new ModelError("refused-key", refusedKeyMessage, details);
  if (isAboutCredit(status, code, message))
    return new ModelError("no-credit", "The account at the model's provider has no credit left.", details);
  if (isAboutModel(status, code, message))
    return new ModelError(
      "gone",
      "The model's provider does not offer the chosen model; it may have been retired.",
      details,
    );
  if (isAboutRegion(code, message))
    return new ModelError(
      "not-served",
      "The model's provider does not serve the country that this installation calls it from.",
      details,
    );
  if (isAboutContent(code, message)) return new ModelError("filtered", filteredMessage, details);
  if (status === 429)
    return new ModelError("busy", "The model's provider has reached its limit for now.", details);
  // some servers answer a prompt that is too long with 500
  if (isAboutLength(status, code, message))
    return new ModelError(
      "too-long",
      "The question with its passages is longer than the model can read.",
      details,
    );
  if (status === 403) return new ModelError("refused-key", refusedKeyMessage, details);
  if (status >= 500) return new ModelError("unreachable", "The model's provider reported an error.", details);
  // OpenAI's other error for an output limit used up by thinking
  if (/model output limit was reached/.test(message)) return new ModelError("empty", noRoomMessage, details);
  return new ModelError("refused", `The model's provider refused the question (status ${status}).`, {
    ...details,
    parameter,
  });
}

const refusedKeyMessage = "The model's provider refused the key.";

export const filteredMessage = "The provider's content filter stopped the answer.";

export const noRoomMessage = "The model spent its whole reply on thinking and wrote no answer.";

type Refusal = { message: string; code: string; parameter: ModelParameter | null };

/**
 * Error bodies of the dialects: `{error: {message, code, param}}`, `{error: "…", code}`, `{message}`, a one-element
 * list.
 */
function readRefusal(body: string): Refusal {
  let message = body;
  let code = "";
  let named = "";
  try {
    const parsed: unknown = JSON.parse(body);
    const outer = objectIn(Array.isArray(parsed) ? parsed[0] : parsed);
    const inner = typeof outer.error === "string" ? { message: outer.error } : objectIn(outer.error);
    const fields = { ...outer, ...inner };
    if (typeof fields.message === "string") message = fields.message;
    code = [fields.code, fields.type, fields.status].filter((part) => typeof part === "string").join(" ");
    if (typeof fields.param === "string") named = fields.param;
  } catch {
    // not JSON: the text itself is the message
  }
  return { message, code, parameter: refusedParameter(message, named) };
}

function objectIn(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

const spellings: Record<string, ModelParameter> = {
  temperature: "temperature",
  max_tokens: "max_tokens",
  reasoning_effort: "reasoning_effort",
  reasoningEffort: "reasoning_effort",
  "reasoning.effort": "reasoning_effort",
  reasoning: "reasoning_effort",
  response_format: "response_format",
  json_schema: "response_format",
  "text.format": "response_format",
  output_config: "response_format",
  "output_config.format": "response_format",
  response_json_schema: "response_format",
};

/** Named by the error's own field, otherwise in a message about unsupported parameters. */
function refusedParameter(message: string, named: string): ModelParameter | null {
  const own = spellings[named];
  if (own !== undefined) return own;
  if (!/unsupported|not support|deprecated|unrecognized|not permitted|unknown/i.test(message)) return null;
  const words = message.match(/\w+(?:\.\w+)*/g) ?? [];
  return words.map((word) => spellings[word]).find((parameter) => parameter !== undefined) ?? null;
}

function isAboutKey(code: string, message: string): boolean {
  return (
    /invalid_api_key|authentication_error/.test(code) || /API key not valid|incorrect api key/i.test(message)
  );
}

/**
 * Answered with 429 by OpenAI and xAI, 402 by DeepSeek and OpenRouter, 400 by Anthropic. Google speaks of the current quota
 * and of billing at every limit of a minute too (`RESOURCE_EXHAUSTED`): that passes.
 */
function isAboutCredit(status: number, code: string, message: string): boolean {
  if (code.includes("RESOURCE_EXHAUSTED")) return false;
  return (
    status === 402 ||
    /insufficient_quota|billing_hard_limit|insufficient_balance|credits?_exhausted/i.test(code) ||
    /credit balance is too low|used all available credits|exceeded your current quota|insufficient (?:balance|credits?|funds)/i.test(
      message,
    )
  );
}

function isAboutLength(status: number, code: string, message: string): boolean {
  return (
    status === 413 ||
    /context_length_exceeded|exceed_context_size|request_too_large/.test(code) ||
    /(?:maximum|exceeds? the|available) context|maximum prompt length|prompt is too long|input is too long|too many (?:input )?tokens|input token count/i.test(
      message,
    )
  );
}

function isAboutRegion(code: string, message: string): boolean {
  return (
    /unsupported_country/.test(code) ||
    /(?:country|region|location)[\w, ]{0,40} (?:is )?not supported/i.test(message)
  );
}

function isAboutContent(code: string, message: string): boolean {
  return /content_filter|content management policy|safety|input was flagged/i.test(`${code} ${message}`);
}

const ended =
  /\b(?:does not exist|not found|no longer|been (?:retired|deprecated|decommissioned)|end of (?:its )?life)/i;

/** A missing model has its own code at OpenAI and Azure; elsewhere it is a 404, or a sentence about the model. */
function isAboutModel(status: number, code: string, message: string): boolean {
  if (/model_not_found|DeploymentNotFound|model_decommissioned/.test(code)) return true;
  const speaksOfModel = /\bmodels?\b|deployment/i.test(message);
  if (status === 410 || status === 404) return speaksOfModel || code.includes("not_found_error");
  if (status !== 400 && status !== 403) return false;
  return message.split(". ").some((sentence) => /\bmodel\b/i.test(sentence) && ended.test(sentence));
}

/** Google says it in the body: `"retryDelay": "34s"`. */
function retryDelayIn(body: string): number | null {
  const seconds = /"retryDelay":\s?"(\d{1,6}(?:\.\d{1,9})?)s"/.exec(body)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}

/** Milliseconds (`retry-after-ms`), seconds, or a date (RFC 9110, section 10.2.3), as milliseconds from now. */
function retryAfterOf(headers: Reply["headers"]): number | null {
  const all = new Headers(headers);
  const exact = Number(all.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const value = all.get("retry-after");
  if (value === null) return null;
  const pause = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(pause) ? Math.max(0, pause) : null;
}
