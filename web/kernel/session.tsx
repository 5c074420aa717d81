import { useQueryClient } from "@tanstack/react-query";
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from "react";
import { can, type Permission } from "#contract/kernel/permissions.ts";
import type { Output, Request } from "#contract/kernel/endpoint.ts";
import { login, logout } from "#contract/identity/sessions.ts";
import { finishSignOn } from "#contract/identity/sign-on.ts";
import { getCurrentUser, type CurrentUser } from "#contract/identity/users.ts";
import { callApi } from "./api.ts";
import { forgetDrafts, forgetSession, keepSession, onSessionChange, readSession } from "./session-store.ts";

type Session = {
  user: CurrentUser | null;
  isLoading: boolean;
  /** The last session ended without a sign-out: its time was over, or the account changed. */
  hasEnded: boolean;
  signIn(credentials: Request<typeof login>): Promise<CurrentUser>;
  /** With the query parameters from the company's identity provider. */
  signOn(query: string): Promise<CurrentUser>;
  signOut(): Promise<void>;
  refresh(): Promise<void>;
};

const SessionContext = createContext<Session | null>(null);

/** Start-up check, sign-in, sign-out and the automatic end of the session (docs/specification/access.md). */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState<CurrentUser | null>(() => readSession()?.user ?? null);
  const [isLoading, setLoading] = useState(() => readSession() !== null);
  const [hasEnded, setEnded] = useState(false);
  const queries = useQueryClient();

  useEffect(
    () =>
      onSessionChange((session) => {
        setUser(session?.user ?? null);
        setEnded(session === null);
      }),
    [],
  );

  useEffect(() => {
    if (readSession() === null) return;
    callApi(getCurrentUser)
      .then((current) => keepSession({ user: current }))
      .catch(async () => {
        // leaving the page also aborts its call; the page is then gone before this pause ends
        await new Promise((resolve) => setTimeout(resolve, 300));
        forgetSession();
      })
      .finally(() => setLoading(false));
  }, []);

  // no data of one person stays on the next one's screen
  const userId = user?.id ?? null;
  useEffect(() => () => queries.clear(), [queries, userId]);

  useEffect(() => {
    const expiresAt = readSession()?.expiresAt;
    if (userId === null || expiresAt == null) return;
    // timers can't wait longer than 2^31 ms
    const left = Math.min(Date.parse(expiresAt) - Date.now(), 2_147_000_000);
    const timer = setTimeout(() => Date.parse(expiresAt) <= Date.now() && forgetSession(), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [userId]);

  const session = useMemo<Session>(
    () => ({
      user,
      isLoading,
      hasEnded,
      async signIn(credentials) {
        return enter(await callApi(login, credentials));
      },
      async signOn(query) {
        return enter(await callApi(finishSignOn, { query }));
      },
      async signOut() {
        try {
          await callApi(logout);
        } catch (error) {
          console.warn("sign-out failed", error);
        }
        forgetDrafts();
        forgetSession();
        setEnded(false);
      },
      async refresh() {
        try {
          keepSession({ user: await callApi(getCurrentUser) });
        } catch (error) {
          console.warn("refresh failed", error);
        }
      },
    }),
    [user, isLoading, hasEnded],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

function enter({ user, sessionToken, expiresAt }: Output<typeof login>): CurrentUser {
  keepSession({ user, token: sessionToken, expiresAt });
  return user;
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error("useSession outside of SessionProvider");
  return session;
}

/** The person on signed-in screens, guaranteed by the route guard. */
export function useUser(): CurrentUser {
  const { user } = useSession();
  if (user === null) throw new Error("this screen is for signed-in people");
  return user;
}

/** Mirrors the server's role table, to hide actions it would refuse. */
export function useMay(permission: Permission): boolean {
  const { user } = useSession();
  return user !== null && can(user.role, permission);
}
