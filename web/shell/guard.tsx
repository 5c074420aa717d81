import { Link, Navigate, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { can } from "#contract/permissions.ts";
import type { Permission } from "#contract/permissions.ts";
import { useSession } from "../session.tsx";
import { Spinner } from "../ui/parts.tsx";
import { Message } from "./message.tsx";

type Props = {
  /** null: open to everyone who is signed in. */
  permission: Permission | null;
  children: ReactNode;
};

/** Shows a screen to those who may see it; the server decides again on every call. */
export function Guard({ permission, children }: Props) {
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
  if (permission !== null && !can(user.role, permission)) {
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
