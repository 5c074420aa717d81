/** What each key does, by where it does it. */
export const keysByPlace: [place: string, keys: [keys: string[], does: string][]][] = [
  [
    "Everywhere",
    [
      [["Ctrl", "K"], "Ask, search, go somewhere (⌘ K on a Mac)"],
      [["?"], "Show these keys"],
      [["Esc"], "Close what lies on top"],
    ],
  ],
  [
    "Question",
    [
      [["Enter"], "Send"],
      [["Shift", "Enter"], "New line"],
      [["←", "→"], "From tag to tag, once one has the focus"],
    ],
  ],
  [
    "Source beside an answer",
    [
      [["←", "→"], "Previous and next source"],
      [["T"], "Text or original page"],
      [["Page Up", "Page Down"], "Turn the page, once it has the focus"],
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

/** Asked for by its key, which in a field is a sign like others, or with the mouse. @returns stops listening */
export function onKeysAsked(act: () => void): () => void {
  const press = ({ key, target, ctrlKey, metaKey }: KeyboardEvent) => {
    const isTyped =
      target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
    if (key === "?" && !ctrlKey && !metaKey && !isTyped) act();
  };
  window.addEventListener(asked, act);
  window.addEventListener("keydown", press);
  return () => {
    window.removeEventListener(asked, act);
    window.removeEventListener("keydown", press);
  };
}
