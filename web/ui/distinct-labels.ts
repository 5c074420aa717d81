/** Labels by id; those shared by several rows carry the id to stay distinguishable: 'Harbor #12'. */
export function distinctLabels(options: { id: number; label: string }[]): Map<number, string> {
  const ids = new Map<string, Set<number>>();
  for (const { id, label } of options) ids.set(label, (ids.get(label) ?? new Set()).add(id));
  return new Map(
    options.map(({ id, label }) => [id, (ids.get(label)?.size ?? 0) > 1 ? `${label} #${id}` : label]),
  );
}
