/** What a stream's chunks reveal about the answering model. */
export type Answerer = { model: string | null; fingerprint: string | null };

const longestName = 200;

/**
 * Reads a raw chunk of a stream: `model` for OpenAI and compatible servers, in `message` for Anthropic, in `response`
 * for xAI, `modelVersion` for Google; Bedrock sends none. Only OpenAI's dialect has fingerprints.
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

/** External text that is shown and stored: printable, without spaces, of limited length. */
function nameIn(value: unknown): string | null {
  return typeof value === "string" && value.length <= longestName && /^[\x21-\x7e]+$/.test(value)
    ? value
    : null;
}
