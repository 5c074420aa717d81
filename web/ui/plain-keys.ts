const typedInto =
  "input:not([type=radio], [type=checkbox], [type=button]), textarea, select, [contenteditable]";

/** A single-key shortcut for the screen: ignored in fields and under an open dialog. */
export function isPlainKey({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  if (document.querySelector("[aria-modal=true]") !== null) return false;
  return !(target instanceof Element && target.closest(typedInto) !== null);
}
