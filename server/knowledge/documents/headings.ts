/** The innermost heading without its number. */
export const headingOf = (section: string): string => unnumbered(section.split(" › ").at(-1) ?? "");

/** The outermost heading without its number. */
export const chapterOf = (section: string): string => unnumbered(section.split(" › ")[0] ?? "");

const unnumbered = (heading: string) => heading.replace(/^(?:\d{1,3}\.?){1,4}\s{1,4}/, "").trim();
