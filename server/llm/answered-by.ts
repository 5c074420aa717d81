/** What a provider's pieces say about who answers. */
export type Answerer = { model: string | null; fingerprint: string | null };

const longestName = 200;

/**
 * Reads a raw piece of a stream: `model` at OpenAI and compatible servers, in `message` at Anthropic, in `response` at
 * xAI, `modelVersion` at Google; Bedrock does not say. Only OpenAI's dialect has fingerprints.
 */
export function readAnswerer(piece: unknown, before: Answerer): Answerer {
  const outer = fieldsOf(piece);
  const inner = { ...fieldsOf(outer.response), ...fieldsOf(outer.message) };
  return {
    model: before.model ?? nameIn(outer.model) ?? nameIn(inner.model) ?? nameIn(outer.modelVersion),
    fingerprint: nameIn(outer.system_fingerprint) ?? before.fingerprint,
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Words from outside that are shown and stored: printable, without spaces, bounded. */
function nameIn(value: unknown): string | null {
  return typeof value === "string" && value.length <= longestName && /^[\x21-\x7e]+$/.test(value)
    ? value
    : null;
}
