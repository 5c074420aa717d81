type Typed = {
  email: string;
  password: string;
  rememberMe: boolean;
  /** Name of the field the person is in. */
  focused: string;
  /** Whether it was sent already (static/first-paint.js): then the application sends it as soon as it can. */
  isSent: boolean;
};

let typed: Typed | null = null;

/** Remembers what was typed into the form that was rendered at build time, just before the application takes its place. */
export function rememberTyped(): void {
  const form = document.querySelector<HTMLFormElement>("#app form");
  if (form === null) return;
  const data = new FormData(form);
  typed = {
    email: String(data.get("email") ?? ""),
    password: String(data.get("password") ?? ""),
    rememberMe: data.get("rememberMe") === "on",
    focused: document.activeElement?.getAttribute("name") ?? "",
    isSent: document.documentElement.hasAttribute("data-sent"),
  };
}

/** What stood in the form before the script was there; null where nothing was rendered, or once it was used. */
export function typedBefore(): Typed | null {
  return typed;
}

/** What was typed once is not typed again by itself: the next form begins empty. */
export function forgetTyped(): void {
  typed = null;
}

/**
 * Presses, in the form that took the place of the rendered one, what was pressed there, and what is held down at this
 * moment: a button that is changed under a finger hears no click.
 */
export function pressAgain(form: HTMLFormElement): void {
  const { pressed = "", held = "" } = document.documentElement.dataset;
  delete document.documentElement.dataset.pressed;
  delete document.documentElement.dataset.held;
  for (const place of `${pressed} ${held}`.split(" ").filter(Boolean)) {
    const button = form.elements[Number(place)];
    if (!(button instanceof HTMLButtonElement)) continue;
    // the kit's button that shows a password hears when it is pressed down, not the click
    button.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true }));
    button.click();
  }
}
