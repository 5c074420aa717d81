/** Names the newest file of a document, with the quotes of RFC 9110, 8.8.3. */
export function etagOf({ version, sha256 }: { version: number; sha256: string }): string {
  return `"${version}-${sha256.slice(0, 16)}"`;
}
