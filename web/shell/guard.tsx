import { Link, Navigate, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { can, type Permission } from "#contract/kernel/permissions.ts";
import { useSession } from "#web/kernel/session.tsx";
import { Spinner } from "#web/ui/parts.tsx";
import { Message } from "./message.tsx";

type Props = {
  /** null: open to every signed-in user. */
  permission: Permission | null;
  children: ReactNode;
};

/** Shows a screen to authorized users only; the server checks again on every call. */
export function Guard({ permission, children }: Props) {
  const { user, isLoading } = useSession();
  const { href, pathname } = useLocation();
  if (isLoading) return <Spinner />;
  // this guard stays mounted at its URL while the next page loads: it must not redirect there again
  if (user === null) {
    if (pathname === "/login") return <Spinner />;
    return <Navigate to="/login" search={pathname === "/dashboard" ? {} : { next: href }} replace />;
  }
  if (user.mustChangePassword) {
    return (
      <>
        <ToPasswordChange />
        {pathname !== "/change-password" && <Navigate to="/change-password" replace />}
      </>
    );
  }
  const hasAccepted = user.hasAcceptedTerms && user.hasAcceptedPrivacy;
  if (user.mustSetUpSecondFactor && hasAccepted) {
    if (pathname === "/second-factor") return <Spinner />;
    return <Navigate to="/second-factor" replace />;
  }
  if (permission !== null && !can(user.role, permission)) {
    return (
      <Message title="Access Denied" action={<Link to="/dashboard">Go to your start page</Link>}>
        You don't have permission to access this page.
      </Message>
    );
  }
  return children;
}

/** @param isOutside shown without the shell, at the URL of the form being loaded */
export function ToPasswordChange({ isOutside = false }: { isOutside?: boolean }) {
  return <Message title="Redirecting to password change..." isOutside={isOutside} />;
}
