/** A response's whole body; null if it is longer, and then the rest is not fetched. @throws if it breaks off */
export async function bodyWithin(response: Response, mostBytes: number): Promise<Buffer | null> {
  const reader = response.body?.getReader();
  if (reader === undefined) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    length += value.byteLength;
    if (length > mostBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
}
