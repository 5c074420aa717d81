/** The user's destination before a redirect to the identity provider, in this tab only. */
const name = "sign-on:destination";

export function keepDestination(path: string | null): void {
  if (path === null) sessionStorage.removeItem(name);
  else sessionStorage.setItem(name, path);
}

export function takeDestination(): string | null {
  const path = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  return path;
}
