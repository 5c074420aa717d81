/** The path of headings above a position in a document. */
export type HeadingPath = {
  /** `follows` is set if the heading directly follows another one. */
  enter: (level: number, title: string, follows: boolean) => void;
  text: () => string;
  /** The path with more, temporary parts. */
  with: (...parts: string[]) => string;
};

const SECTION_SEPARATOR = " › ";
/** A longer heading is shortened in the path; its passage contains it in full. */
const TITLE_CHARACTERS = 120;

export function createHeadingPath(): HeadingPath {
  let path: { level: number; title: string }[] = [];
  const text = () => path.map((heading) => heading.title).join(SECTION_SEPARATOR);
  return {
    enter: (level, title, follows) => {
      const clean = shorten(title.replace(/\s+/g, " ").trim());
      const last = path.at(-1);
      // A title broken over two lines comes as two headings of one level.
      if (follows && last !== undefined && last.level === level && /^[\p{Ll}(&]/u.test(clean))
        last.title = shorten(`${last.title} ${clean}`);
      else
        path = [
          ...path.filter((heading) => heading.level < level && !isListOfHeadings(heading.title)),
          { level, title: clean },
        ];
    },
    text,
    with: (...parts) => [...path.map((heading) => heading.title), ...parts].join(SECTION_SEPARATOR),
  };
}

/** However large its type, only lines that lead elsewhere follow it. */
function isListOfHeadings(title: string): boolean {
  return /^(?:table of )?contents$/i.test(title);
}

function shorten(title: string): string {
  return title.length <= TITLE_CHARACTERS ? title : `${title.slice(0, TITLE_CHARACTERS - 1).trimEnd()}…`;
}
