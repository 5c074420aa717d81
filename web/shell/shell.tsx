import { Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, type ReactNode } from "react";
import type { CurrentUser } from "#contract/identity/users.ts";
import { useSession } from "#web/kernel/session.tsx";
import { useLiveEvents } from "#web/kernel/events.ts";
import { useFocusOnNavigation } from "#web/ui/focus-on-navigation.ts";
import { ConflictSettler } from "#web/kernel/edits/conflict-settler.tsx";
import { ProofAsker } from "#web/identity/proof/proof-asker.tsx";
import { SecondFactorNotice } from "./second-factor-notice.tsx";
import { destinationsFor, litFor } from "./screens.ts";
import { TopNavigation } from "./top-navigation.tsx";
import { useIsCovered } from "#web/ui/layers.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import { Spinner } from "#web/ui/parts.tsx";
import classes from "./shell.module.css";

/** Once per person and version of the terms: not in the initial script. */
const TermsDialog = lazy(() => import("./terms-dialog.tsx"));

const outside = ["/login", "/sign-on", "/change-password", "/second-factor"];
const titles: Record<string, string> = {
  "/login": "Sign in",
  "/sign-on": "Sign in",
  "/change-password": "Change password",
  "/second-factor": "Two-step verification",
  "/reports": "Chat Interaction Reports",
  "/reports-working": "Chat Interaction Reports",
  "/help": "Help & Training",
};

/** Its own title, or the name under which it is listed. */
function titleOf(user: CurrentUser | null, pathname: string, tab: string): string | undefined {
  const own = titles[pathname];
  if (own !== undefined || user === null) return own;
  const { item } = litFor(user.role, pathname, tab);
  return item?.label ?? destinationsFor(user.role).find(({ to }) => to === pathname)?.label;
}

const tabName = ["tab"];

/** Navigation above the screen, the terms gate over it. */
export function Shell() {
  const { user } = useSession();
  const pathname = useLocation({ select: (location) => location.pathname });
  useLiveEvents(
    user !== null &&
      !user.mustChangePassword &&
      user.hasAcceptedTerms &&
      user.hasAcceptedPrivacy &&
      !user.mustSetUpSecondFactor,
  );
  const title = titleOf(user, pathname, useSearchParams(tabName).text("tab"));
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Footnote`;
  }, [title]);
  useFocusOnNavigation();
  const isInside = user !== null && !outside.includes(pathname);
  const mustAccept =
    isInside && !user.mustChangePassword && !(user.hasAcceptedTerms && user.hasAcceptedPrivacy);
  return (
    <Ground>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      {isInside && <TopNavigation user={user} />}
      {isInside && <ProofAsker key={user.id} user={user} />}
      {isInside && <ConflictSettler key={`conflicts of ${user.id}`} />}
      {isInside && !mustAccept && <SecondFactorNotice user={user} />}
      {mustAccept ? (
        <Suspense fallback={<Spinner />}>
          <TermsDialog />
        </Suspense>
      ) : (
        <Outlet />
      )}
    </Ground>
  );
}

/** The content under dialogs; separate, so that opening one doesn't re-render the screen. */
function Ground({ children }: { children: ReactNode }) {
  return (
    <div className={classes.shell} inert={useIsCovered()}>
      {children}
    </div>
  );
}
