/** Labels by id; those that several rows share carry the id, so that each can be told apart: 'Harbor #12'. */
export function distinctLabels(options: { id: number; label: string }[]): Map<number, string> {
  const ids = new Map<string, Set<number>>();
  for (const { id, label } of options) ids.set(label, (ids.get(label) ?? new Set()).add(id));
  return new Map(
    options.map(({ id, label }) => [id, (ids.get(label)?.size ?? 0) > 1 ? `${label} #${id}` : label]),
  );
}
