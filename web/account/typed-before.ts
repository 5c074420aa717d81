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
