import { Link, useLocation } from "@tanstack/react-router";
import type { CurrentUser } from "#contract/identity/users.ts";
import { formatDate } from "#web/ui/format.ts";
import classes from "./second-factor-notice.module.css";

/** While a super admin still has time to set up the second factor that the installation requires. */
export function SecondFactorNotice({ user }: { user: CurrentUser }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  if (user.secondFactorDueAt === null) return null;
  return (
    <aside className={classes.notice} aria-label="Two-step verification">
      <p>
        Super admins need two-step verification. From {formatDate(user.secondFactorDueAt)} on, nothing else
        opens until you set one up.
      </p>
      {pathname !== "/second-factor" && <Link to="/second-factor">Set it up now</Link>}
    </aside>
  );
}
