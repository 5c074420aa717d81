export const STOP = new Set(
  "a about above after again against all also am an and any are as at be because been before being below between both but by can could did do does doing down during each either etc every few for from further had has have having he her here him his how however i if in into is it its itself just may me might more most must my neither no nor not now of off on once one only or other our out over own per same shall she should since so some such than that the their them then there these they this those through thus to too under until up upon us very was we were what when where whether which while who whom whose why will with within without would you your yes new used using use uses including include includes included based following see set given make made well many much several various please contact collect first second third two three four five six seven eight nine ten another around via e.g i.e eg ie non pursuant thereof hereof herein thereto hereby therein respect applicable like look looks say says said go goes take takes get gets need needs want wants know let way ways thing things lot able become becomes became even though never seen shows shown show avoid duly cannot effective restated concerning regarding three-month six-month nine-month twelve-month".split(
    " ",
  ),
);
/** Words of layout and of every report: a phrase with one of them isn't a topic. */
export const LAYOUT = new Set(
  "page pages section sections table tables figure figures item items note notes chapter part parts appendix exhibit annex example examples year years month months day days date quarter ended million millions billion thousand percent total number numbers amount amounts jan january feb february march april june july august september october november december continued copyright reserved hereto hereinafter hereunder party parties referred principal prior written consent registered office address line print agrees acknowledges wishes subject matter york states united www http https com org pdf fiscal end previous next contents index version draft inc llc ltd corp company corporation refer accompanying paragraph accordance results respectively approximately primarily check mark additional inclusive".split(
    " ",
  ),
);

/** Too vague as a topic's head noun, or not a noun. */
const WEAK_END = new Set(
  "nature manner extent reason reasons purpose purposes event events case cases kind kinds type types way means fact facts measure measures action actions person persons place relief jurisdiction successor evidence evidences available necessary possible reasonable appropriate attributable related specific confidential known seen shown taken given held sold made paid bought left lost sent back early late offset entire actual relevant respective separate similar different individual individuals gross net due consolidated condensed financial annual medical legal electronic".split(
    " ",
  ),
);
const WEAK_START = new Set(
  "certain entire actual competent reasonable appropriate necessary relevant respective separate similar different important general readily specified definitive particular significant future total full wrong best common".split(
    " ",
  ),
);
const NOUN_IN_ED = /^(?:need|speed|seed|feed|deed|bed|shed|breed|creed|weed|embed)s?$/;
const NO_ADVERB =
  /^(?:family|supply|assembly|anomaly|monopoly|reply|early|daily|weekly|monthly|quarterly|yearly|hourly|elderly|friendly)$/;

/** Whether a run of words can name a topic: it ends in a noun and begins with neither an adverb nor a pointer. */
export function isTopic(words: string[]): boolean {
  const first = words[0] ?? "";
  const last = words.at(-1) ?? "";
  if (WEAK_START.has(first) || WEAK_END.has(last)) return false;
  if (last.endsWith("ed") && !NOUN_IN_ED.test(last)) return false;
  return !words.some((word) => word.endsWith("ly") && !NO_ADVERB.test(word));
}
