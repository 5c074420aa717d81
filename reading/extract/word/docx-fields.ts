import { isOn } from "../office/xml.ts";

/** The states of a box to tick, and the entries of a choice, of a form field (ECMA-376 17.16.17). */
type Field = {
  isBox: boolean;
  isTicked: boolean | null;
  isTickedAtFirst: boolean;
  entries: string[];
  chosen: number;
};

const emptyField = (): Field => ({
  isBox: false, isTicked: null, isTickedAtFirst: false, entries: [], chosen: 0,
}); // prettier-ignore

/** Reads the properties of form fields, and adds what Word draws for those that have no text: `☒`, `☐` or the choice. */
export function fieldReader(add: (text: string) => void): {
  read: (name: string, value: string | undefined) => void;
  close: () => void;
} {
  let field = emptyField();
  return {
    read: (name, value) => {
      if (name === "w:checkBox") field.isBox = true;
      else if (name === "w:checked") field.isTicked = isOn(value);
      else if (name === "w:default" && field.isBox) field.isTickedAtFirst = isOn(value);
      else if (name === "w:listEntry") field.entries.push(value ?? "");
      else if (name === "w:result" || name === "w:default") field.chosen = Number(value) || 0;
    },
    close: () => {
      if (field.isBox) add((field.isTicked ?? field.isTickedAtFirst) ? "☒" : "☐");
      else if (field.entries.length > 0) add(field.entries[field.chosen] ?? "");
      field = emptyField();
    },
  };
}
