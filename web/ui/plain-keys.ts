const typedInto =
  "input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable]";

/** A key pressed by itself, for the screen: not in a field, where it is a letter, and not below an open dialog. */
export function isPlainKey({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  if (document.querySelector("[aria-modal=true]") !== null) return false;
  return !(target instanceof Element && target.closest(typedInto) !== null);
}
