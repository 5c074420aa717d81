/** The page of a list: from 1, and at most the maximum (RFC 7644, section 3.4.2.4). */
export function pageIn({ startIndex, count }: { startIndex: number; count: number }, most: number) {
  return { offset: Math.max(1, startIndex) - 1, limit: Math.min(Math.max(0, count), most) };
}
