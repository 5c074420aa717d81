import { Link, Navigate, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Role } from "#contract/permissions.ts";
import { useSession } from "../session.tsx";
import { Spinner } from "../ui/parts.tsx";
import { Message } from "./message.tsx";

/** Who may see a screen; the server decides again on every call. */
export function Guard({ roles, children }: { roles: Role[]; children: ReactNode }) {
  const { user, isLoading } = useSession();
  const { href, pathname } = useLocation();
  if (isLoading) return <Spinner />;
  // while the next page loads this guard still stands, at its address: it must not send there again
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
  if (!roles.includes(user.role)) {
    return (
      <Message title="Access Denied" action={<Link to="/dashboard">Go to your start page</Link>}>
        You don't have permission to access this page.
      </Message>
    );
  }
  return children;
}

/** @param isOutside it stands alone, at the address of the form that is on its way */
export function ToPasswordChange({ isOutside = false }: { isOutside?: boolean }) {
  return <Message title="Redirecting to password change..." isOutside={isOutside} />;
}
