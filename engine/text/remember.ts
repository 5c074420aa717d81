/**
 * Memoizes `read` by text: checking one answer reads the same sentences hundreds of times. Results are shared, so callers
 * must not modify them. The cache is cleared once it holds `most` texts.
 */
export function remember<Result>(read: (text: string) => Result, most = 500): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const earlier = known.get(text);
    if (earlier !== undefined) return earlier;
    const result = read(text);
    if (known.size >= most) known.clear();
    known.set(text, result);
    return result;
  };
}
