import type { ListPlace } from "./docx-lists.ts";
import { type Element, isOn, parseSidePart } from "../office/xml.ts";
import { TINY_HALF_POINTS } from "./pieces.ts";
import type { Zip } from "../office/zip.ts";

/** The relevant properties of a style. */
export type Style = {
  /** Heading depth, 1 to 9. */
  level: number | null;
  title: boolean;
  hidden: boolean;
  bold: boolean;
  struck: boolean | null;
  struckTwice: boolean | null;
  raised: boolean | null;
  /** White letters, an own background, too small to read; null if the style doesn't say. */
  white: boolean | null;
  shaded: boolean | null;
  tiny: boolean | null;
  /** The name of its font for Latin letters. */
  font: string | null;
  list: ListPlace | null;
  basedOn: string | null;
};
export type Styles = (id: string | null) => Style;

const PLAIN: Style = {
  level: null, title: false, hidden: false, bold: false, struck: null, struckTwice: null, raised: null, white: null, shaded: null, tiny: null, font: null, list: null, basedOn: null,
}; // prettier-ignore
/** Word allows ten styles in a chain; this limit ends loops. */
const MAX_CHAIN = 12;

/** The font that `w:rFonts` names for Latin letters. */
export const fontOf = (attribute: Element["attribute"]): string | undefined =>
  attribute("ascii") ?? attribute("hAnsi");

/** Reads `styles.xml`; a missing part gives plain styles. */
export async function readStyles(zip: Zip, part: string | null): Promise<Styles> {
  const styles = new Map<string, Style>();
  let current: Style | null = null;
  let id = "";
  let listId: string | null = null;
  let listLevel = 0;
  await parseSidePart(zip, part, {
    open: ({ name, attribute }) => {
      if (name === "w:style") {
        current = { ...PLAIN };
        id = attribute("styleId") ?? "";
        styles.set(id, current);
        listId = null;
        listLevel = 0;
      }
      if (current === null) return;
      const value = attribute("val");
      if (name === "w:name") {
        const heading = /^heading (\d)$/i.exec(value ?? "");
        if (heading?.[1] !== undefined) current.level = Number(heading[1]);
        if (/^title$/i.test(value ?? "")) current.title = true;
      } else if (name === "w:basedOn") current.basedOn = value ?? null;
      else if (name === "w:outlineLvl") current.level ??= outlineLevel(value);
      else if (name === "w:vanish") current.hidden = isOn(value);
      else if (name === "w:b") current.bold = isOn(value);
      else if (name === "w:strike") current.struck = isOn(value);
      else if (name === "w:dstrike") current.struckTwice = isOn(value);
      else if (name === "w:vertAlign") current.raised = isRaised(value);
      else if (name === "w:color") current.white = isWhite(value);
      else if (name === "w:sz") current.tiny = isTiny(value);
      else if (name === "w:rFonts") current.font = fontOf(attribute) ?? current.font;
      else if (name === "w:shd") current.shaded = isShade(attribute("fill"));
      else if (name === "w:numId") listId = value ?? null;
      else if (name === "w:ilvl") listLevel = Number(value ?? 0);
      if (listId !== null) current.list = { id: listId, level: listLevel, style: id };
    },
    close: (name) => {
      if (name === "w:style") current = null;
    },
  });
  return (id) => resolve(styles, id);
}

function resolve(styles: Map<string, Style>, id: string | null): Style {
  let style = PLAIN;
  let next = id;
  for (let step = 0; next !== null && step < MAX_CHAIN; step++) {
    const found = styles.get(next);
    if (found === undefined) break;
    style = {
      level: style.level ?? found.level,
      title: style.title || (step === 0 && found.title),
      hidden: style.hidden || found.hidden,
      bold: style.bold || found.bold,
      struck: style.struck ?? found.struck,
      struckTwice: style.struckTwice ?? found.struckTwice,
      raised: style.raised ?? found.raised,
      white: style.white ?? found.white,
      shaded: style.shaded ?? found.shaded,
      tiny: style.tiny ?? found.tiny,
      font: style.font ?? found.font,
      list: style.list ?? found.list,
      basedOn: null,
    };
    next = found.basedOn;
  }
  return style;
}

/** `w:outlineLvl` counts from 0; 9 is body text. */
export function outlineLevel(value: string | undefined): number | null {
  const level = Number(value);
  return value !== undefined && level >= 0 && level < 9 ? level + 1 : null;
}

export const isRaised = (align: string | undefined) => align === "superscript";
export const isWhite = (color: string | undefined) => /^f[c-f]f[c-f]f[c-f]$/i.test(color ?? "");
export const isTiny = (halfPoints: string | undefined) =>
  Number(halfPoints) > 0 && Number(halfPoints) <= TINY_HALF_POINTS;
export const isShade = (fill: string | undefined) => !/^(auto|ffffff|clear)?$/i.test(fill ?? "");
