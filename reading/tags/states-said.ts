/**
 * The role of a state in a sentence: the document applies there, something is or happens there, it is only named, or a
 * party is located or sues there.
 */
export type Said = "applies" | "placed" | "mentioned" | "elsewhere";

/** Names that contain a state but don't mean it. */
const NAME_AFTER =
  /^(?: (?:Stock|Mellon|Mercantile|River|Post|Times|Mutual|Life\b|University|Street|Avenue|Ave\b|Blvd|Boulevard|City\b)|'s\b)/;
const NAME_BEFORE =
  /(?:George|Mount|Port|Fort|Martha|Lake|Denzel|(?:Bank|University|Gulf|City|Port) of(?: the)?(?: State of)?) $/;

/** A company's place of incorporation says nothing about where its document applies. */
const FOUNDED_AFTER =
  /^ (?:corporation|limited|general (?:corporation|partnership)|company|statutory|Limited|Corporation|General Corporation|business trust|LLC|state\b)/;
const FOUNDED_BEFORE =
  /\b(?:[Ii]ncorporated|[Ii]ncorporation|[Oo]rgani[sz]ed|established|existing|formed|[Ff]ounded|chartered|headquartered|domiciled)\b[^.;]{0,48}$/;
/** The row of a list of subsidiaries: a company's name, and its place of incorporation. */
const SUBSIDIARY_BEFORE =
  /\b(?:LLC|Inc|Corp|Corporation|Company|Co|Ltd|Limited|LP|L\.P|L\.L\.C|Holdings?|Trust)\b[.,]*\s+$/;
const ROW_ENDS_AFTER = /^\s*(?:$|\n)/;
/** The row of a cover sheet: the state of incorporation next to the employer's number. */
const EMPLOYER_AFTER = /^\s+\d{2}-\d{7}\b/;

/** `Springfield, Illinois` and `Illinois 62701` are addresses. */
const TOWN_BEFORE = /(?<![A-Za-z.'’-])[A-Z][A-Za-z.'’-]{1,40},\s{1,9}$/;
const POSTAL_AFTER = /^[.,]*\s+\d{5}\b/;

/** Courts and parties to a lawsuit. */
const SUIT_BEFORE =
  /\b(?:District|Courts?|Attorneys? General|Appeals|Circuit|County|Plaintiffs?|Commonwealth v|State v)\b[^.;]{0,16}$/;
const SUIT_AFTER =
  /^,?['’]?s? (?:state )?(?:(?:Supreme|Superior|District|Appellate|Circuit|Chancery|[Ff]ederal) )?(?:[Cc]ourts?|Court of|Attorney General|AG\b|MDL|MCL|plaintiffs?|[Ll]itigation|[Aa]ctions?|[Ll]awsuits?)\b/;

const APPLIES_AFTER =
  /^(?:['’]s)? (?:residents?|consumers?|customers?|policy ?holders?|insureds?|borrowers?|patients|law|(?:Civil|Insurance|Labor|Health|Business|Penal|Vehicle) (?:and \w+ )?Code|(?:Department|Division|Office) of|Privacy|Consumer|riders?|endorsements?|amendments?|notices?|contracts?|policies|supplement|only)\b/;
const APPLIES_BEFORE =
  /(?:\b(?:[Rr]esidents?|[Cc]itizens) of|\b(?:resid(?:e|es|ing)|[Ll]iv(?:e|es|ing)|[Aa]vailable|[Oo]ffered|[Ss]old|[Vv]alid|[Ii]ssued|[Dd]elivered|[Aa]pproved|[Ll]icensed|[Tt]axed|[Ee]ffective|held|[Cc]ustomers|[Cc]onsumers|[Pp]olicyholders|[Mm]embers|[Ee]mployees|[Pp]atients|[Oo]nly) in|\b(?:[Ee]xcept|[Ee]xcluding)(?: in| for)?|\b[Ss]erves?|\b[Aa]ppl(?:y|ies|icable) (?:only )?(?:in|to)|\b[Ll]aws? of|(?:^|[.!?:;•]\s+|\n)(?:In|For))(?: the)?(?: (?:[Ss]tate|[Cc]ommonwealth) of)? $/;
const PLACED_BEFORE = /\b(?:in|throughout|across)(?: the)?(?: (?:[Ss]tate|[Cc]ommonwealth) of)? $/;
const SITS_BEFORE =
  /\b(?:[Oo]ffices?|[Hh]eadquarter[a-z]*|[Ll]ocated|[Bb]ased|[Pp]lants?|[Ff]acilit[a-z]+|[Ll]aborator[a-z]+|[Ww]arehouses?|[Ff]iled|pending|[Vv]enue|born)\b[^.;]{0,24}$/;

/** `before` and `after` are the text around one mention; 64 characters of each are enough. */
export function saidOfState(before: string, after: string): Said {
  if (NAME_AFTER.test(after) || NAME_BEFORE.test(before)) return "elsewhere";
  if (FOUNDED_AFTER.test(after) || FOUNDED_BEFORE.test(before) || EMPLOYER_AFTER.test(after))
    return "elsewhere";
  if (SUBSIDIARY_BEFORE.test(before) && ROW_ENDS_AFTER.test(after)) return "elsewhere";
  if (TOWN_BEFORE.test(before) || POSTAL_AFTER.test(after)) return "elsewhere";
  if (SUIT_BEFORE.test(before) || SUIT_AFTER.test(after)) return "elsewhere";
  if (APPLIES_AFTER.test(after) || APPLIES_BEFORE.test(before)) return "applies";
  return PLACED_BEFORE.test(before) && !SITS_BEFORE.test(before) ? "placed" : "mentioned";
}
