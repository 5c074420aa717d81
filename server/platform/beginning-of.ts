/**
 * The beginning of a response's body as text; the rest is not fetched. Of a body that breaks off or takes too long,
 * returns the part that arrived.
 */
export async function beginningOf(response: Response, mostBytes: number): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    while (length < mostBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      length += value.byteLength;
    }
    await reader.cancel();
  } catch {
    // reports what arrived before
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, mostBytes));
  // PostgreSQL stores no NUL, and other control characters say nothing on a screen
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, "");
}
