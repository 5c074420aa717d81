import { lastDayOf, writtenDay } from "./day.ts";

/** Words by which a text says that a rule or a document ended. */
export const ended = "superseded|withdrawn|repealed|obsolete|rescinded|revoked|abolished|annulled";
/** The same in German, French, Spanish, Italian, Portuguese and Dutch. */
export const endedElsewhere =
  "aufgehoben|ungültig|veraltet|außer Kraft|zurückgezogen|abrogée?|périmée?|obsolète|annulée?|derogad[ao]|obsolet[ao]|" +
  "anulad[ao]|abrogat[ao]|superat[ao]|revogad[ao]|substituíd[ao]|vervallen|ingetrokken|verouderd";
/** In a name, these may also be its subject: 'Archived records'. */
const marked =
  "archived?|expired|retired|discontinued|outdated|replaced|old(?: version)?|no longer (?:valid|in force|applicable)";

/** After it the name ends, a bracket or dash closes it, or its day or number follows. */
const closes = String.raw`(?=$|\s*[)\]}–—:,;]|\s+-|-\s|[\s_-]+(?:v?\d|(?:on|since|from|by|as of)\b))`;
const atItsPlace = new RegExp(String.raw`(?:^|[\s([{_–—-])(?:${ended}|${endedElsewhere})${closes}`, "iu");
const setApart = new RegExp(
  String.raw`[([{_–—-]\s*(?:${marked}|${ended}|${endedElsewhere})\s*(?=$|[)\]}_–—-])`,
  "iu",
);
const inCapitals = new RegExp(String.raw`^(?:${ended.toUpperCase()})(?=[\s_-])`);

/**
 * Whether a document's name says that it no longer applies: 'Circular 7 (superseded).pdf', 'OBSOLETE_fees.docx', 'Leave -
 * old.txt'. Words of its subject do not: 'Obsolete Inventory Policy.pdf'.
 */
export function isEndedName(name: string): boolean {
  const words = name.replace(/\.\w{2,5}$/, "");
  return atItsPlace.test(words) || setApart.test(words) || (inCapitals.test(words) && /\p{Ll}/u.test(words));
}

const until = String.raw`(?:until|till|through|up to|bis(?: zum)?|jusqu['’]au|hasta(?: el)?|fino al|até|tot)`;
const stands = String.raw`(?:valid(?:ity)?|in force|in effect|effective|applicable|applies|gültig(?:keit)?|valable|vigente|válid[ao]|valid[ao]|geldig)`;
const ends = String.raw`(?:expir(?:y|ation)(?: date)?|expires(?: on)?|expired on|end of validity|ablaufdatum|date d['’]expiration|vencimiento|scadenza|vervaldatum)`;
/** Lines such as 'Valid until: 31 December 2024', 'Effective January 1, 2024 to December 31, 2024' and 'Expiry date | 2024-12-31'. */
const validity = new RegExp(
  String.raw`(?:^|\n)[^\S\n]{0,9}(?:(?:this|the) (?:\S{1,20} ){1,3}(?:is|are|remains?|was) )?(?:${ends}|${stands}[^\n]{0,40}?\b${until}|${stands}[^\n]{0,20}?${writtenDay} ?(?:to|–|-))[\s:|]{1,9}(?<day>${writtenDay})`,
  "iu",
);

/** The last day on which a document applies by a line of its beginning, as YYYY-MM-DD; null if none says. */
export function lastDayIn(opening: string): string | null {
  const day = validity.exec(opening)?.groups?.day;
  return day === undefined ? null : lastDayOf(day);
}
