/** The kind of answer that a question asks for. Two questions of different kinds never have the same answer. */
export type Form =
  | "duration"
  | "frequency"
  | "amount"
  | "count"
  | "share"
  | "date"
  | "place"
  | "person"
  | "reason"
  | "way"
  | "whether"
  | "which"
  | "open";

const spans = String.raw`(?:seconds?|minutes?|hours?|(?:business |working |calendar )?days?|weeks?|months?|years?)`;

/**
 * The first match wins. Words for a figure count as its form where no question word does: 'retention period for receipts'
 * asks how long.
 */
const forms: readonly { asks: RegExp; form: Form; isWord?: true }[] = [
  { asks: /\bhow (?:often|frequently|many times)\b|\bat (?:what|which) intervals?\b/, form: "frequency" },
  {
    asks: new RegExp(
      String.raw`\bhow (?:long|soon|quickly|fast|late|early)\b|\bhow (?:far|much) (?:ahead|in advance|time|notice)\b|\bhow (?:many|much) (?:\S+ )?${spans}\b|\b(?:within|for|after|before|in) how (?:many|much|long)\b|\bby (?:when|what (?:date|day|time))\b|\b(?:what|which) (?:is|are) the (?:\S{1,20} ){0,3}(?:deadlines?|time limits?|windows?|time ?frames?|notice periods?|retention (?:periods?|times?)|waiting periods?|due dates?)\b|\b(?:what|which) length of time\b`,
    ),
    form: "duration",
  },
  { asks: /\b(?:what|which) (?:percentage|proportion|share|rate)\b|\bin per ?cent\b/, form: "share" },
  {
    asks: /\bhow much\b|\b(?:what|which) (?:\S{1,20} ){0,2}amounts?\b|\bwhat (?:does|do|did|will) (?:\S{1,20} ){1,9}(?:costs?|charge|pay)\b|\bwhat (?:is|are|was|were) the (?:\S{1,20} ){0,3}(?:costs?|prices?|fees?|fines?|premiums?|deductibles?|amounts?|charges?|limits?|maximum|minimum|threshold)\b/,
    form: "amount",
  },
  { asks: /\bhow many\b|\bwhat (?:is|are) the (?:\S{1,20} ){0,2}number of\b/, form: "count" },
  { asks: /\b(?:who|whom|whose|by which (?:function|role|person|team|department))\b/, form: "person" },
  { asks: /\bwhere\b|\b(?:what|which) (?:address|location)\b/, form: "place" },
  { asks: /\bwhy\b|\bfor what reason\b|\bhow come\b/, form: "reason" },
  {
    asks: /\bwhen\b(?= (?:is|are|was|were|do|does|did|must|can|may|should|will|has|have|could|would|shall)\b)/,
    form: "date",
  },
  { asks: /\bhow\b/, form: "way" },
  { asks: /\b(?:which|what)\b/, form: "which" },
  {
    asks: /(?:^|[,.:;–—-] )(?:is|are|was|were|do|does|did|can|could|may|might|must|shall|should|will|would|has|have|am)\b|\bwhether\b|\byes or no\b/,
    form: "whether",
  },
  {
    asks: /\b(?:deadlines?|time limits?|duration|retention periods?|notice periods?|due dates?|time ?frames?)\b/,
    form: "duration",
    isWord: true,
  },
  { asks: /\b(?:frequency|intervals?)\b/, form: "frequency", isWord: true },
  { asks: /\b(?:costs?|prices?|amounts?|fees?|premiums?)\b/, form: "amount", isWord: true },
];

/** `open`: nothing in the question says. */
export function formOf(question: string): Form {
  const text = question.toLowerCase();
  return forms.find(({ asks }) => asks.test(text))?.form ?? "open";
}
