import { isRaised, isTiny, isWhite, type Style, type Styles } from "./docx-styles.ts";
import { isOn } from "../office/xml.ts";

/** The visible properties of a run's letters. */
export type Run = {
  hidden: boolean;
  white: boolean;
  tiny: boolean;
  bold: boolean;
  shaded: boolean;
  struck: boolean;
  struckTwice: boolean;
  raised: boolean;
  font: string | null;
  /** Only repeats the mark of a note that it refers to. */
  isMark: boolean;
};

const PLAIN: Run = {
  hidden: false, white: false, tiny: false, bold: false, shaded: false, struck: false, struckTwice: false, raised: false, font: null, isMark: false,
}; // prettier-ignore
/** Half points: text moved up by less is only adjusted. */
const LEAST_RAISED = 4;

/** A run as its paragraph's style makes it. */
export const runOf = (style: Style): Run => applyStyle({ ...PLAIN }, style);

function applyStyle(run: Run, style: Style): Run {
  run.hidden ||= style.hidden;
  run.white = style.white ?? run.white;
  run.tiny = style.tiny ?? run.tiny;
  run.shaded ||= style.shaded === true;
  run.struck = style.struck ?? run.struck;
  run.struckTwice = style.struckTwice ?? run.struckTwice;
  run.raised = style.raised ?? run.raised;
  run.font = style.font ?? run.font;
  return run;
}

/** Applies one property of a run (`w:rPr`); its character style comes first. */
export function readLook(
  run: Run,
  name: string,
  value: string | undefined,
  shaded: boolean,
  styles: Styles,
): void {
  if (name === "w:vanish") run.hidden = isOn(value);
  else if (name === "w:rStyle") applyStyle(run, styles(value ?? null));
  else if (name === "w:color") run.white = isWhite(value);
  else if (name === "w:sz") run.tiny = isTiny(value);
  else if (name === "w:rFonts") run.font = value ?? run.font;
  else if (name === "w:b") run.bold = isOn(value);
  else if (name === "w:strike") run.struck = isOn(value);
  else if (name === "w:dstrike") run.struckTwice = isOn(value);
  else if (name === "w:vertAlign") run.raised = isRaised(value);
  else if (name === "w:position") run.raised ||= Number(value) >= LEAST_RAISED;
  else if (name === "w:highlight" || shaded) run.shaded = true;
}
