/** For each word of some groups, the first one of its group. */
export const representatives = (groups: readonly (readonly string[])[]): ReadonlyMap<string, string> =>
  new Map(groups.flatMap((group) => group.map((word) => [word, group[0] ?? word] as const)));
