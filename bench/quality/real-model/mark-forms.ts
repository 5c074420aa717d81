/** The forms in which models mark a source. */
const forms: [name: string, form: RegExp][] = [
  ["[1]", /\[\d{1,3}\]/],
  ["[^1]", /\[\^\d{1,3}\]/],
  ["[1, 2]", /\[\d{1,3}(?:, ?\d{1,3})+\]/],
  ["[Source 1]", /[[(](?:Source|Passage|Document) \d{1,3}[\])]/i],
  ["(1)", /\(\d{1,2}\)/],
  ["¹", /[¹²³⁴-⁹]/],
  ["[1†f]", /[[【]\d{1,3}†/],
];

/** How many replies contain each form, and how many contain none. */
export function countMarkForms(replies: readonly string[]): Record<string, number> {
  const counts = forms.map(([name, form]): [string, number] => [
    name,
    replies.filter((text) => form.test(text)).length,
  ]);
  const bare = replies.filter((text) => !forms.some(([, form]) => form.test(text))).length;
  return Object.fromEntries([...counts.filter(([, count]) => count > 0), ["none", bare]]);
}
