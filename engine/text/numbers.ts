const small = [
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen",
  "eighteen nineteen",
]
  .join(" ")
  .split(" ");
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const wordsOfNumber = (group: "(" | "(?:") =>
  String.raw`\b(?:${group}${tens.join("|")})(?:[\s-]${group}${small.slice(1, 10).join("|")}))?|${group}${small.slice(2).join("|")}))\b`;
/** Pattern of a number in words, from two to ninety-nine. */
export const numberInWords = wordsOfNumber("(?:");
const inWords = new RegExp(wordsOfNumber("("), "gi");
const digits = /\d+(?:[.,]\d+)*/g;

/** Numbers as digits, without thousands separators: '1,200', 'thirty' and '30.0' are 1200, 30 and 30. */
export function numbersOf(text: string): string[] {
  const written = (text.match(digits) ?? []).map((number) =>
    number.replace(/,(?=\d{3})/g, "").replace(/\.0+$/, ""),
  );
  const spelled = [...text.matchAll(inWords)].map(([, ten, unit, alone]) =>
    ten === undefined
      ? String(small.indexOf(alone?.toLowerCase() ?? ""))
      : String(
          (tens.indexOf(ten.toLowerCase()) + 2) * 10 + Math.max(0, small.indexOf(unit?.toLowerCase() ?? "")),
        ),
  );
  return [...written, ...spelled];
}
