type Heading = { version_id: number; section: string; passages: number };
type Definition = { version_id: number; text: string };

const mostQuestions = 3;
/** Headings that name a part of a document rather than its subject. */
const general =
  /^(?:scope|purpose|purpose and scope|introduction|overview|background|general|definitions?|glossary|contents|table of contents|(?:change|revision|version) history|contacts?|references?|appendix|annex|notes?|summary|exceptions|responsibilities|effective date|approvals?|questions|other|miscellaneous|examples?)$/i;

/** The title of an entire document. */
const title = /(?:policy|handbook|manual|guide|procedures?|agreement|terms|supplement|report|rules)$/i;
/** Terms that contracts define and nobody asks about. */
const plain = /\b(?:day|days|month|year|date|document|party|parties|we|you|us)$/;

/** Starts a question of its own, which cannot be embedded in another. */
const asks = /^(?:who|what|when|where|which|why|how|whether|if|can|may|must|is|are|do|does)\b/i;

/**
 * At most three questions that the documents are likely to answer: one on a defined term, the others on headings, from
 * different documents if there are several. Headings that contain a tag of the documents come first, then those with
 * the most text. The same documents always give the same questions.
 * @param from `subjects`: the documents' tags, in lowercase; `names`: the documents' names, which aren't subjects
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
  // first one per document, then a second round
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
    .map((subject) => `What are the rules on ${subject}?`);
  return [...ofHeadings, ...ofTerms];
}

/** The innermost heading as it reads in a sentence; null if it makes no question. */
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
  // the capital of a sentence is lowered, that of a name stays: 'Stride Installment Plan', 'IRS forms'
  const isTitle = rest.every((word) => /^\p{Lu}/u.test(word));
  return isTitle || /^\p{Lu}{2}/u.test(first) ? heading : `${first.toLowerCase()} ${rest.join(" ")}`;
}

/** The defined term of a passage: ‘Restocking fee means …’, ‘“Opened product” means …’. */
function definedTerms(text: string): string[] {
  const found = text.matchAll(/(?:^|\n)[“"]?(\p{Lu}[\p{L} -]{3,40}?)[”"]? means /gu);
  return [...found].flatMap(([, term]) => (term === undefined ? [] : [term.toLowerCase()]));
}
