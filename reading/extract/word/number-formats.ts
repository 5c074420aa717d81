/** A number in one of Word's formats (names of ECMA-376 17.18.59); null if the format isn't known. */
export function formatNumber(value: number, format: string): string | null {
  const written = FORMATS[format];
  return written === undefined ? null : written(value);
}

/** The format of a custom one by its example (`001, 002, 003, ...`); others are unknown. */
export function customFormat(example: string | undefined): string {
  const digits = /^(0+1), /.exec(example ?? "")?.[1]?.length;
  return digits === undefined ? "custom" : `zeros ${digits}`;
}

const FORMATS: Record<string, (value: number) => string> = {
  decimal: String,
  decimalHalfWidth: String,
  decimalZero: (value) => padded(value, 2),
  "zeros 2": (value) => padded(value, 2),
  "zeros 3": (value) => padded(value, 3),
  "zeros 4": (value) => padded(value, 4),
  "zeros 5": (value) => padded(value, 5),
  lowerLetter: (value) => letters(value, LATIN),
  upperLetter: (value) => letters(value, LATIN).toUpperCase(),
  lowerRoman: roman,
  upperRoman: (value) => roman(value).toUpperCase(),
  russianLower: (value) => letters(value, RUSSIAN),
  russianUpper: (value) => letters(value, RUSSIAN).toUpperCase(),
  ordinal: (value) => `${value}${endingOf(value)}`,
  cardinalText: (value) => capital(inWords(value)),
  ordinalText: (value) => capital(ordinalInWords(value)),
  hex: (value) => value.toString(16).toUpperCase(),
  chicago: (value) => letters(value, "*†‡§"),
  numberInDash: (value) => `- ${value} -`,
  decimalEnclosedFullstop: (value) => `${value}.`,
  decimalEnclosedParen: (value) => `(${value})`,
  decimalEnclosedCircle: circled,
  decimalEnclosedCircleChinese: circled,
  decimalFullWidth: (value) => inDigits(value, "０１２３４５６７８９"),
  decimalFullWidth2: (value) => inDigits(value, "０１２３４５６７８９"),
  ideographDigital: (value) => inDigits(value, "〇一二三四五六七八九"),
  taiwaneseDigital: (value) => inDigits(value, "○一二三四五六七八九"),
  koreanDigital2: (value) => inDigits(value, "零一二三四五六七八九"),
  koreanDigital: (value) => inDigits(value, "영일이삼사오육칠팔구"),
  japaneseCounting: inTens,
  chineseCounting: inTens,
  chineseCountingThousand: inTens,
  taiwaneseCounting: inTens,
  taiwaneseCountingThousand: inTens,
  ganada: (value) => letters(value, "가나다라마바사아자차카타파하"),
  aiueoFullWidth: (value) => letters(value, AIUEO),
  irohaFullWidth: (value) =>
    letters(
      value,
      "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン",
    ),
  arabicAlpha: (value) => letters(value, "أبتثجحخدذرزسشصضطظعغفقكلمنهوي"),
  hebrew2: (value) => letters(value, "אבגדהוזחטיכלמנסעפצקרשת"),
  hindiNumbers: (value) => inDigits(value, "०१२३४५६७८९"),
  thaiNumbers: (value) => inDigits(value, "๐๑๒๓๔๕๖๗๘๙"),
  none: () => "",
};

const LATIN = "abcdefghijklmnopqrstuvwxyz";
const RUSSIAN = "абвгдежзиклмнопрстуфхцчшщыэюя";
const AIUEO = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン";
/** More repetitions than this are a mistake in the file. */
const MOST_REPEATED = 10;

const padded = (value: number, digits: number) => String(value).padStart(digits, "0");

/** a to z, then aa, bb: Word repeats the letter. */
function letters(value: number, alphabet: string): string {
  const signs = [...alphabet];
  const index = Math.max(value - 1, 0);
  const times = Math.min(Math.floor(index / signs.length) + 1, MOST_REPEATED);
  return (signs[index % signs.length] ?? "").repeat(times);
}

const ROMAN: [number, string][] = [
  [1000, "m"], [900, "cm"], [500, "d"], [400, "cd"], [100, "c"], [90, "xc"], [50, "l"], [40, "xl"], [10, "x"], [9, "ix"], [5, "v"], [4, "iv"], [1, "i"],
]; // prettier-ignore

function roman(value: number): string {
  let left = Math.min(Math.max(value, 0), 3999);
  let out = "";
  for (const [size, digits] of ROMAN) {
    while (left >= size) {
      out += digits;
      left -= size;
    }
  }
  return out;
}

function circled(value: number): string {
  return value >= 1 && value <= 20 ? String.fromCodePoint(0x2460 + value - 1) : String(value);
}

const inDigits = (value: number, digits: string) =>
  String(value).replace(/\d/g, (digit) => digits.charAt(Number(digit)));

/** 一, 十, 二十一, 一百零五: as Chinese and Japanese count below ten thousand. */
function inTens(value: number): string {
  const digits = "〇一二三四五六七八九";
  if (value < 1 || value > 9_999) return inDigits(value, digits);
  let out = "";
  let hasGap = false;
  for (const [size, unit] of [
    [1000, "千"],
    [100, "百"],
    [10, "十"],
    [1, ""],
  ] as const) {
    const digit = Math.floor(value / size) % 10;
    if (digit === 0) hasGap = out !== "";
    else {
      const isTen = size === 10 && digit === 1 && out === "";
      out += `${hasGap ? "零" : ""}${isTen ? "" : digits.charAt(digit)}${unit}`;
      hasGap = false;
    }
  }
  return out;
}

const ENDINGS = ["th", "st", "nd", "rd"];
const endingOf = (value: number) =>
  (value % 100 > 10 && value % 100 < 14 ? undefined : ENDINGS[value % 10]) ?? "th";

const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS = new Map([
  ["one", "first"], ["two", "second"], ["three", "third"], ["five", "fifth"], ["eight", "eighth"], ["nine", "ninth"], ["twelve", "twelfth"],
]); // prettier-ignore

function inWords(value: number): string {
  if (value < 20) return UNITS[value] ?? String(value);
  if (value < 100) {
    const unit = value % 10 === 0 ? "" : `-${UNITS[value % 10]}`;
    return `${TENS[Math.floor(value / 10) - 2]}${unit}`;
  }
  const [size, name] = value < 1_000 ? [100, "hundred"] : [1_000, "thousand"];
  if (value >= 1_000_000) return String(value);
  const rest = value % size === 0 ? "" : ` ${inWords(value % size)}`;
  return `${inWords(Math.floor(value / size))} ${name}${rest}`;
}

function ordinalInWords(value: number): string {
  const words = inWords(value);
  const start = Math.max(words.lastIndexOf(" "), words.lastIndexOf("-")) + 1;
  const last = words.slice(start);
  return words.slice(0, start) + (ORDINALS.get(last) ?? `${last.replace(/y$/, "ie")}th`);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
