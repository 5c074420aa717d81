/** Whether the click came from the keyboard: if the button disappears, focus must move; touch needs no focus. */
export function isKeyboardClick(click: { detail: number }): boolean {
  return click.detail === 0;
}
