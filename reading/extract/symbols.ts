/** Signs of Word's symbol fonts: Unicode equivalents of the codes that carry meaning. */
const WINGDINGS = new Map([
  [0x6c, "●"], [0x6e, "■"], [0x6f, "☐"], [0x70, "☐"], [0x71, "☐"], [0x72, "☐"], [0x76, "❖"], [0x9f, "•"], [0xa1, "○"], [0xa7, "▪"],
  [0x4a, "☺"], [0x78, "☒"], [0xa8, "☐"], [0xd8, "➢"], [0xe0, "→"], [0xe8, "→"], [0xf0, "⇨"], [0xfb, "✗"], [0xfc, "✓"], [0xfd, "☒"], [0xfe, "☑"],
]); // prettier-ignore
const WINGDINGS_2 = new Map([
  [0x4f, "✗"], [0x50, "✓"], [0x51, "☒"], [0x52, "☑"], [0x53, "☒"], [0x54, "☒"], [0x98, "●"], [0x99, "○"], [0xa2, "■"], [0xa3, "☐"],
]); // prettier-ignore
const WEBDINGS = new Map([
  [0x61, "✓"], [0x63, "☐"], [0x67, "■"], [0x6e, "●"], [0x72, "✗"],
]); // prettier-ignore
const SYMBOL = new Map([
  [0x61, "α"], [0x62, "β"], [0x64, "δ"], [0x6c, "λ"], [0x6d, "μ"], [0x70, "π"], [0x73, "σ"], [0x44, "Δ"], [0x53, "Σ"], [0x57, "Ω"],
  [0xa2, "′"], [0xa3, "≤"], [0xa5, "∞"], [0xac, "←"], [0xae, "→"], [0xb0, "°"], [0xb1, "±"], [0xb2, "″"], [0xb3, "≥"], [0xb4, "×"],
  [0xb7, "•"], [0xb8, "÷"], [0xb9, "≠"], [0xba, "≡"], [0xbb, "≈"], [0xbc, "…"], [0xd2, "®"], [0xd3, "©"], [0xd4, "™"], [0xd6, "√"],
  [0xe2, "®"], [0xe3, "©"], [0xe4, "™"], [0xe5, "∑"],
]); // prettier-ignore

// LibreOffice draws the signs of fonts that it lacks with its own
const OPEN_SYMBOL = new Map([...SYMBOL, ...WINGDINGS]);

const FONTS = new Map([
  ["wingdings", WINGDINGS], ["opensymbol", OPEN_SYMBOL], ["wingdings 2", WINGDINGS_2], ["wingdings 3", new Map<number, string>()], ["webdings", WEBDINGS], ["symbol", SYMBOL],
]); // prettier-ignore
/** Fonts with letters, too: only their codes from 0xF000 are certainly signs. */
const WITH_LETTERS = new Set(["opensymbol", "symbol"]);
/** As a PDF names a font or a subset of it: `ABCDEF+Wingdings2`, `SymbolMT`. */
const NAMED = new RegExp(
  `(?:^|\\+)(${[...FONTS.keys()]
    .map((name) => name.replace(" ", " ?"))
    .toSorted((one, other) => other.length - one.length)
    .join("|")})(?:MT)?(?![a-z])`,
  "i",
);

/** The font of signs that a PDF's name for a font says; null if it is none. */
export function signFontOf(name: string): string | null {
  const written = NAMED.exec(name)?.[1]?.toLowerCase().replace(" ", "");
  return [...FONTS.keys()].find((font) => font.replace(" ", "") === written) ?? null;
}

/** The letter for a sign of a symbol font (codes from 0xF000 are the same signs); empty for a mere ornament. */
export function symbolOf(font: string, code: number): string {
  const signs = FONTS.get(font.toLowerCase());
  if (signs !== undefined) return signs.get(placeOf(code)) ?? "";
  return code >= 0xe000 && code <= 0xf8ff ? "" : String.fromCharCode(code);
}

/** The code of the sign that a letter of a symbol font shows; the letter's own if that is a mere ornament. */
export function signOf(font: string, code: number): number {
  const place = placeOf(code);
  if (place > 0xff || (WITH_LETTERS.has(font) && place === code)) return code;
  return FONTS.get(font)?.get(place)?.codePointAt(0) ?? code;
}

const placeOf = (code: number) => (code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code);

/** Text as a font shows it: in a symbol font each letter is a sign. Letters of `Symbol` without another form stay. */
export function textIn(font: string | null, text: string): string {
  const signs = font === null ? undefined : FONTS.get(font.toLowerCase());
  if (signs === undefined) return text;
  return Array.from(text, (letter) => {
    const place = placeOf(letter.charCodeAt(0));
    // letters that the font doesn't have are drawn by another
    if (place <= 0x20 || place === 0xa0 || place > 0xff) return letter;
    return signs.get(place) ?? (signs === SYMBOL && place < 0x7f ? String.fromCharCode(place) : "");
  }).join("");
}
