import { isPlainKey } from "#web/ui/plain-keys.ts";

/** The keys of a context, and their actions. */
export type ScreenKeys = [place: string, keys: [keys: string[], does: string][]];

/** Each key's action, by context. */
export const keysByScreen: ScreenKeys[] = [
  [
    "Everywhere",
    [
      [["Ctrl", "K"], "Ask, search, open a screen (⌘ K on a Mac)"],
      [["?"], "Show these keys"],
      [["Esc"], "Close the dialog or panel on top"],
    ],
  ],
  [
    "Agent Workbench",
    [
      [["N"], "New chat"],
      [["1", "–", "9"], "Open a source of the latest answer"],
      [["Enter"], "Send"],
      [["Shift", "Enter"], "New line"],
      [["←", "→"], "Move between tags, when one has focus"],
    ],
  ],
  [
    "Source beside an answer",
    [
      [["←", "→"], "Previous and next source"],
      [["T"], "Text or original page"],
      [["Page Up", "Page Down"], "Turn the page, when it has focus"],
    ],
  ],
  [
    "Review desk",
    [
      [["J", "K"], "Next and previous answer"],
      [["1", "–", "4"], "Verdict"],
      [["Ctrl", "Enter"], "Save the review"],
    ],
  ],
];

const asked = "show-keys";

/** Opens the sheet of keys from anywhere. */
export function showKeys(): void {
  window.dispatchEvent(new Event(asked));
}

/** Opens by its key, which in a field is a regular character, or by mouse. @returns stops listening */
export function onKeysAsked(act: () => void): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.key === "?" && isPlainKey(event)) act();
  };
  window.addEventListener(asked, act);
  window.addEventListener("keydown", press);
  return () => {
    window.removeEventListener(asked, act);
    window.removeEventListener("keydown", press);
  };
}
