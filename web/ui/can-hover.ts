/** Whether the pointer hovers: on touchscreens the keyboard of a focused field would only cover the screen. */
export const canHover = () => matchMedia("(hover: hover)").matches;
