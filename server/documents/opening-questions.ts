type Heading = { version_id: number; section: string; passages: number };
type Definition = { version_id: number; text: string };

const mostQuestions = 3;
/** Headings that name a part of a document and not what it is about. */
const general =
  /^(?:scope|purpose|purpose and scope|introduction|overview|background|general|definitions?|glossary|contents|table of contents|(?:change|revision|version) history|contacts?|references?|appendix|annex|notes?|summary|exceptions|responsibilities|effective date|approvals?|questions|other|miscellaneous|examples?)$/i;

/** The title of a whole document. */
const title = /(?:policy|handbook|manual|guide|procedures?|agreement|terms|supplement|report|rules)$/i;
/** What contracts define and nobody asks for. */
const plain = /\b(?:day|days|month|year|date|document|party|parties|we|you|us)$/;

/** Begins a question of its own, which stands in no other. */
const asks = /^(?:who|what|when|where|which|why|how|whether|if|can|may|must|is|are|do|does)\b/i;

/**
 * At most three questions that the documents are likely to answer: one on a defined term, the others on headings, of
 * different documents where there are several, those with a tag of the documents and those with the most text first. The
 * same documents always give the same.
 * @param from `subjects`: tags of the documents, in small letters; `names`: of the documents, which are no subjects
 */
export function questionsFrom(from: {
  headings: Heading[];
  definitions: Definition[];
  subjects: string[];
  names: string[];
}): string[] {
  const isWanted = (found: string) => found.includes(" ") && !plain.test(found);
  const term = from.definitions.flatMap(({ text }) => definedTerms(text)).find(isWanted);
  const isTagged = ({ section }: Heading) => {
    const heading = section.toLowerCase();
    return from.subjects.some((subject) => heading.includes(subject)) ? 1 : 0;
  };
  const subjects = from.headings
    .toSorted((a, b) => isTagged(b) - isTagged(a) || b.passages - a.passages)
    .flatMap(({ version_id: version, section }) => {
      const subject = subjectOf(section);
      const isName = from.names.some((name) => name.toLowerCase().includes(subject?.toLowerCase() ?? ""));
      return subject === null || isName ? [] : [{ version, subject }];
    });
  const chosen: string[] = [];
  const versions = new Set<number>();
  // first one of each document, then again
  for (const isFirstRound of [true, false])
    for (const { version, subject } of subjects) {
      if (isFirstRound && versions.has(version)) continue;
      if (chosen.some((other) => other.toLowerCase() === subject.toLowerCase())) continue;
      versions.add(version);
      chosen.push(subject);
    }
  const ofTerms = term === undefined ? [] : [`What does “${term}” mean?`];
  const ofHeadings = chosen
    .slice(0, mostQuestions - ofTerms.length)
    .map((subject) => `What applies to ${subject}?`);
  return [...ofHeadings, ...ofTerms];
}

/** The innermost heading as it stands in a sentence; null for one that no question can be made of. */
function subjectOf(section: string): string | null {
  const heading = (section.split(" › ").at(-1) ?? "").replace(/^(?:\d{1,3}\.?){1,4}\s{1,4}/, "").trim();
  const words = heading.split(" ");
  const isName = /^\p{L}[\p{L}’' -]{3,40}$/u.test(heading) && words.length >= 2 && words.length <= 5;
  if (
    !isName ||
    asks.test(heading) ||
    general.test(heading) ||
    title.test(heading) ||
    heading === heading.toUpperCase()
  )
    return null;
  const [first = "", ...rest] = words;
  // the capital of a sentence goes, that of a name stays: 'Stride Installment Plan', 'IRS forms'
  const isTitle = rest.every((word) => /^\p{Lu}/u.test(word));
  return isTitle || /^\p{Lu}{2}/u.test(first) ? heading : `${first.toLowerCase()} ${rest.join(" ")}`;
}

/** What a passage defines: ‘Restocking fee means …’, ‘“Opened product” means …’. */
function definedTerms(text: string): string[] {
  const found = text.matchAll(/(?:^|\n)[“"]?(\p{Lu}[\p{L} -]{3,40}?)[”"]? means /gu);
  return [...found].flatMap(([, term]) => (term === undefined ? [] : [term.toLowerCase()]));
}
