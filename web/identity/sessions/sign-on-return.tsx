import { Navigate, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useSession } from "#web/kernel/session.tsx";
import { AccountCard } from "./account-card.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Problem, Spinner } from "#web/ui/parts.tsx";
import { takeDestination } from "./destination.ts";

/** The identity provider's redirect target. */
export default function SignOnReturn() {
  const { user, signOn } = useSession();
  const navigate = useNavigate();
  const [query] = useState(() => location.search);
  const [error, setError] = useState<string | null>(query === "" ? "Start on the sign-in page." : null);
  const isSent = useRef(false);
  const [destination] = useState(takeDestination);
  useEffect(() => {
    if (query === "" || isSent.current) return;
    isSent.current = true;
    signOn(query).catch((failure: unknown) => {
      // the code is single-use and doesn't belong in the history; after a sign-in the next screen takes its place
      void navigate({ to: "/sign-on", search: {}, replace: true });
      setError(failure instanceof Error && failure.message ? failure.message : "Login failed");
    });
  }, [query, signOn, navigate]);
  if (user !== null) return <Navigate to={destination ?? "/dashboard"} replace />;
  if (error === null) return <Spinner />;
  return (
    <AccountCard title="You are not signed in">
      <Problem>{error}</Problem>
      <ButtonLink to="/login" tone="primary">
        Back to sign in
      </ButtonLink>
    </AccountCard>
  );
}
