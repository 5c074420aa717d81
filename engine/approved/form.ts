/** The kind of answer that a question asks for. Two questions of different kinds never have the same answer. */
export type Form =
  | "length"
  | "deadline"
  | "earliest"
  | "frequency"
  | "amount"
  | "count"
  | "share"
  | "date"
  | "place"
  | "person"
  | "agent"
  | "recipient"
  | "source"
  | "companion"
  | "reason"
  | "way"
  | "whether"
  | "which"
  | "open";

const span = String.raw`(?:seconds?|minutes?|hours?|(?:business |working |work |calendar )?days?|weeks?|months?|years?)`;
const asks = (pattern: string) => new RegExp(String.raw`\b(?:${pattern})`);

/**
 * The words that ask, as patterns of a text in small letters; those before are more precise. `left`: the words that remain of
 * them, since they say more than the form.
 */
const forms: readonly { form: Form; words: RegExp; left?: string }[] = [
  {
    form: "frequency",
    words: asks(
      String.raw`(?:how often|how frequently|how many times|every how many ${span}|at (?:what|which) intervals?)\b`,
    ),
  },
  {
    form: "length",
    words: asks(
      String.raw`how (?:far|much|long|many ${span}) (?:time |notice )?(?:ahead|in advance|beforehand)\b`,
    ),
    left: "before",
  },
  {
    form: "deadline",
    words: asks(
      String.raw`(?:within (?:how (?:long|much time|(?:many|much) (?:\S+ )?${span})|(?:what|which) (?:length of )?time)|how (?:soon|quickly|fast)|(?:by|until) when|by (?:what|which) (?:date|day|time)|(?:(?:what|which) (?:is|are) the )?(?:deadlines?|time limits?|time ?frames?|due dates?))\b`,
    ),
  },
  {
    form: "length",
    words: asks(
      String.raw`(?:(?:in|for) )?(?:how (?:long|much time|(?:many|much) (?:\S+ )?${span})|(?:what|which) (?:(?:length of )?time|(?:is|are) the (?:length|duration)))\b`,
    ),
  },
  {
    form: "share",
    words: asks(String.raw`(?:(?:what|which) (?:percentage|proportion|share|rate)|in per ?cent)\b`),
  },
  {
    form: "amount",
    words: asks(
      String.raw`(?:how much|(?:up to )?(?:what|which) (?:\S{1,20} )?amounts?|what (?=(?:does|do|did|will) (?:\S{1,20} ){1,9}cost))\b`,
    ),
  },
  {
    form: "amount",
    words: asks(
      String.raw`(?:what|which) (?:is|are) the (?=(?:\S{1,20} ){0,2}(?:fees?|charges?|prices?|costs?|amounts?)\b)`,
    ),
  },
  {
    form: "count",
    words: asks(String.raw`(?:how many|(?:what|which) (?:is|are) the (?:total )?number of|number of)\b`),
  },
  { form: "agent", words: asks(String.raw`by whom\b`) },
  { form: "source", words: asks(String.raw`from whom\b`) },
  { form: "companion", words: asks(String.raw`with whom\b`) },
  { form: "recipient", words: asks(String.raw`(?:to )?whom\b`) },
  {
    form: "person",
    words: asks(
      String.raw`(?:who|whose (?:job|task|duty) (?:is it )?(?:to )?|(?:which|what) (?:person|role|team|department|function))\b`,
    ),
  },
  { form: "place", words: asks(String.raw`(?:where|(?:in|at|on) (?:what|which) place)\b`) },
  { form: "reason", words: asks(String.raw`(?:why|for what reason|how come)\b`) },
  {
    form: "date",
    words: asks(
      String.raw`when\b(?= (?:is|are|was|were|do|does|did|must|can|may|should|will|has|have|could|would|shall)\b)`,
    ),
  },
  { form: "way", words: asks(String.raw`how\b`) },
  { form: "which", words: asks(String.raw`(?:what|which)\b`) },
];

const auxiliary =
  /^(?:so |and |or |but )?(?:is|are|was|were|do|does|did|can|could|may|might|must|shall|should|will|would|has|have|am)\b/;
/** 'To which …', 'after how many …'. */
const preposition =
  /^(?:(?:to|in|on|at|by|for|from|with|within|under|after|before|up to|until|through|below|above|per) ){0,2}/;
export const permission = /\b(?:may|can|could|might|allow(?:ed|s)?|permitted|possible|able|ok|okay)\b/;

/** 'Who is it sent to?' */
const formAtEnd = new Map<string, Form>([
  ["to", "recipient"],
  ["from", "source"],
  ["with", "companion"],
]);

/**
 * The form of a question in small letters, by the words at its beginning or, in a note, anywhere; and the rest without these
 * words. `open`: nothing says.
 */
export function formOf(text: string): { form: Form; rest: string } {
  if (auxiliary.test(text)) return { form: "whether", rest: text };
  const start = preposition.exec(text)?.[0].length ?? 0;
  const found = forms.flatMap(({ form, words, left = "" }) => {
    const match = words.exec(text);
    return match === null ? [] : [{ form, left, at: match.index, length: match[0].length }];
  });
  const asked = found.find(({ at }) => at <= start) ?? found[0];
  if (asked === undefined) {
    if (/\b(?:prices?|costs?|fees?)\b/.test(text)) return { form: "amount", rest: text };
    const isWhether = /\bwhether\b/.test(text) || permission.test(text);
    return { form: isWhether ? "whether" : "open", rest: text };
  }
  const rest = `${text.slice(0, asked.at)} ${asked.left} ${text.slice(asked.at + asked.length)}`;
  const said = text.slice(asked.at, asked.at + asked.length);
  const atEnd = formAtEnd.get(/ (\w+)\W*$/.exec(text)?.[1] ?? "");
  if (/^whom?$/.test(said) && atEnd !== undefined) return { form: atEnd, rest };
  if (/\bhow (?:soon|quickly|fast)$/.test(said) && permission.test(text)) return { form: "earliest", rest };
  return { form: asked.form, rest };
}

/** Notes and everyday questions leave these forms to the words beside them. */
const compatible = new Set([
  "deadline length",
  "date deadline",
  "agent person",
  "open whether",
  "open which",
  "open way",
]);

export const areFormsAlike = (one: Form, other: Form): boolean =>
  one === other || compatible.has([one, other].toSorted().join(" "));

/** For a person who is no actor. */
export const asksForOther = (form: Form): boolean => [...formAtEnd.values()].includes(form);
export const asksForPerson = (form: Form): boolean =>
  form === "person" || form === "agent" || asksForOther(form);
