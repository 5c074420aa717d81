/** Whether a key made the click: where the button goes with it, the focus needs a place then; a finger needs no keyboard. */
export function byKey(click: { detail: number }): boolean {
  return click.detail === 0;
}
