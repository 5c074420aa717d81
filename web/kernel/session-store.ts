import { CurrentUser } from "#contract/identity/users.ts";

const tokenName = "sessionToken";
const userName = "user";
const expiryName = "sessionExpiresAt";

type StoredSession = { user: CurrentUser; token: string; expiresAt: string | null };
type Listener = (session: StoredSession | null) => void;

/** The browser's copy of the session (docs/specification/access.md): in local storage, shared by all tabs. */
const listeners = new Set<Listener>();

export function readSession(): StoredSession | null {
  try {
    const token = localStorage.getItem(tokenName);
    const user = CurrentUser.safeParse(JSON.parse(localStorage.getItem(userName) ?? "null"));
    return token !== null && user.success
      ? { token, user: user.data, expiresAt: localStorage.getItem(expiryName) }
      : null;
  } catch {
    return null;
  }
}

export function sessionToken(): string | null {
  try {
    return localStorage.getItem(tokenName);
  } catch {
    return null;
  }
}

export function keepSession(session: { user?: CurrentUser; token?: string; expiresAt?: string }): void {
  if (session.token !== undefined) localStorage.setItem(tokenName, session.token);
  if (session.user !== undefined) localStorage.setItem(userName, JSON.stringify(session.user));
  if (session.expiresAt !== undefined) localStorage.setItem(expiryName, session.expiresAt);
  tell();
}

export function forgetSession(): void {
  for (const name of [tokenName, userName, expiryName]) localStorage.removeItem(name);
  tell();
}

/** Signing out leaves nothing behind for the next person at this screen; an ended session keeps typed input. */
export function forgetDrafts(): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith("draft:")) sessionStorage.removeItem(name);
}

/** Subscribes to changes here and in other tabs. */
export function onSessionChange(listener: Listener): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === tokenName || event.key === userName || event.key === null) listener(readSession());
  };
  listeners.add(listener);
  window.addEventListener("storage", fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", fromOtherTab);
  };
}

function tell(): void {
  const session = readSession();
  for (const listener of listeners) listener(session);
}
