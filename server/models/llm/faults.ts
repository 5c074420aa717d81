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
    if (statusCode === undefined || brokeOff)
      return new ModelError("unreachable", "The model's provider could not be reached.", { cause: error });
    if (statusCode < 400)
      return new ModelError("broken", "The model's reply could not be read.", { cause: error });
    return faultOfStatus(statusCode, responseBody ?? error.message, {
      headers: responseHeaders,
      secrets,
      cause: error,
    });
  }
  if (error instanceof TypeError)
    return new ModelError("unreachable", "The model's provider could not be reached.", { cause: error });
  return new ModelError("broken", "The model's reply could not be read.", { cause: error });
}

export function abortOf(signal: AbortSignal): unknown {
  return signal.reason ?? new DOMException("stopped", "AbortError");
}

/** The meaning of a status of 400 or more, with the provider's own words. */
export function faultOfStatus(status: number, body: string, { headers, secrets, cause }: Reply): ModelError {
  const { message, code, parameter } = readRefusal(body);
  const said = providerMessage(status, message, secrets);
  const retryAfterMs = retryAfterOf(headers);
  const details = { cause, said, retryAfterMs };
  if (status === 401 || isAboutKey(code, message))
    return new ModelError("refused-key", refusedKeyMessage, details);
  if (isAboutCredit(status, code, message))
    return new ModelError("no-credit", "The account at the model's provider has no credit left.", details);
  if (isAboutModel(status, code, message))
    return new ModelError(
      "gone",
      "The model's provider does not offer the chosen model; it may have been retired. An administrator can choose another one under Admin, Models.",
      details,
    );
  if (status === 403) return new ModelError("refused-key", refusedKeyMessage, details);
  if (status === 429)
    return new ModelError("busy", "The model's provider has reached its limit for now.", details);
  if (status >= 500) return new ModelError("unreachable", "The model's provider reported an error.", details);
  if (isAboutLength(status, code, message))
    return new ModelError(
      "too-long",
      "The question with its passages is longer than the model can read.",
      details,
    );
  // OpenAI's other error for an output limit used up by thinking
  if (/model output limit was reached/.test(message)) return new ModelError("empty", noRoomMessage, details);
  if (/content_filter|content management policy|safety/i.test(`${code} ${message}`))
    return new ModelError("filtered", filteredMessage, details);
  return new ModelError("refused", `The model's provider refused the question (status ${status}).`, {
    ...details,
    parameter,
  });
}

const refusedKeyMessage = "The model's provider refused the key.";

/** What the asker can do about a fault; where waiting cannot cure it, who else can. */
export function adviceOn({ fault, passes }: ModelError): string {
  if (passes) return "Your question is saved; ask again in a moment.";
  if (fault === "refused-key")
    return "Your question is saved. An administrator must enter a valid key under Companies before this model can answer.";
  if (fault === "no-credit")
    return "Your question is saved. Whoever pays for the account must add credit before this model can answer.";
  if (fault === "too-long")
    return "Your question is saved. Ask a shorter one, or ask an administrator for a model that reads longer texts.";
  return "Your question is saved.";
}

export const filteredMessage =
  "The provider's content filter stopped the answer. Try rewording the question.";

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
};

/** Named by the error's own field, otherwise in a message about unsupported parameters. */
function refusedParameter(message: string, named: string): ModelParameter | null {
  const own = spellings[named];
  if (own !== undefined) return own;
  if (!/unsupported|not support|deprecated|unrecognized/i.test(message)) return null;
  const word = /\b(temperature|max_tokens|reasoning_effort|reasoningEffort)\b/.exec(message)?.[1];
  return word === undefined ? null : (spellings[word] ?? null);
}

function isAboutKey(code: string, message: string): boolean {
  return (
    /invalid_api_key|authentication_error/.test(code) || /API key not valid|incorrect api key/i.test(message)
  );
}

/** Answered with 429 by OpenAI, 402 by DeepSeek and OpenRouter, 400 by Anthropic. */
function isAboutCredit(status: number, code: string, message: string): boolean {
  return (
    status === 402 ||
    /insufficient_quota|billing_hard_limit|insufficient_balance|credits?_exhausted/i.test(code) ||
    /credit balance is too low|exceeded your current quota|insufficient (?:balance|credits?|funds)/i.test(
      message,
    )
  );
}

function isAboutLength(status: number, code: string, message: string): boolean {
  return (
    status === 413 ||
    /context_length_exceeded|request_too_large/.test(code) ||
    /(?:maximum|exceeds? the|available) context|prompt is too long|input is too long|too many (?:input )?tokens|input token count/i.test(
      message,
    )
  );
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
