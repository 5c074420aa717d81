/** A provider's message is one or two lines; the rest is cut off. */
const longest = 300;

/**
 * A provider's status and message, safe to show an administrator: no key (whole, or the masked ends that providers
 * repeat), no control characters, of limited length.
 */
export function providerMessage(status: number, message: string, secrets: readonly string[]): string {
  let text = message.replace(/[\p{Cc}\p{Cf}]+/gu, " ").toWellFormed();
  if (/^\s*</.test(text)) return `status ${status} with a web page`;
  for (const secret of secrets) if (secret.length >= 4) text = text.replaceAll(secret, "[key]");
  // providers repeat a refused key with its middle masked, but the ends are still part of it
  text = text
    .replace(/[\w*•-]+/g, (word) => (/[*•]{3}/.test(word) ? "[key]" : word))
    .replace(/\b(?:sk|xai|gsk|AIza)[-\w]{12,}/g, "[key]")
    .replace(/\s+/g, " ")
    .trim();
  if (text === "") return `status ${status} without a message`;
  return `status ${status}: "${text.length > longest ? `${text.slice(0, longest).trimEnd()} …` : text}"`;
}
