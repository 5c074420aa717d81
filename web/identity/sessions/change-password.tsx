import { PasswordInput } from "@mantine/core";
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import {
  adminPasswordMinimum,
  changePassword,
  passwordMinimum,
  passwordMinimumOf,
  resetPassword,
} from "#contract/identity/sessions.ts";
import { callApi } from "#web/kernel/api.ts";
import { keepSession, readSession } from "#web/kernel/session-store.ts";
import { useSession } from "#web/kernel/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Problem, Spinner } from "#web/ui/parts.tsx";
import { toast } from "#web/ui/toast.tsx";
import { AccountCard } from "./account-card.tsx";

const redirectAfter = 100;
const toggle = { "aria-label": "Show what you typed" };

/** With a token from the email: a reset. Signed in: a change, without the current password on first sign-in. */
export default function ChangePassword() {
  const { user, isLoading } = useSession();
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const token = typeof search.token === "string" ? search.token : null;
  if (isLoading) return <Spinner />;
  if (user === null && token === null) return <Navigate to="/login" replace />;
  const isFirst = user?.mustChangePassword ?? false;
  // a link doesn't identify its user: the server does, when the password is too short for that user
  const minimum = token === null && user !== null ? passwordMinimumOf(user.role) : passwordMinimum;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const currentPassword = String(form.get("currentPassword") ?? "");
    const newPassword = String(form.get("newPassword") ?? "");
    if (newPassword !== form.get("confirmation")) return setError("New passwords do not match");
    if ([...newPassword].length < minimum)
      return setError(`Password must be at least ${minimum} characters long`);
    setBusy(true);
    setError(null);
    try {
      if (token !== null) {
        await callApi(resetPassword, { token, newPassword });
        toast("Password changed successfully", "Sign in with the new one.");
        setTimeout(() => void navigate({ to: "/login", search: {} }), redirectAfter);
        return;
      }
      if (readSession() === null) return setError("Not authenticated");
      const renewed = await callApi(
        changePassword,
        isFirst ? { newPassword } : { currentPassword, newPassword },
      );
      const session = readSession();
      keepSession({
        token: renewed.sessionToken,
        expiresAt: renewed.expiresAt,
        ...(session === null ? {} : { user: { ...session.user, mustChangePassword: false } }),
      });
      toast("Password changed successfully");
      setTimeout(() => void navigate({ to: "/dashboard" }), redirectAfter);
    } catch (failure) {
      setError(failure instanceof Error && failure.message ? failure.message : "Password change failed");
    } finally {
      setBusy(false);
    }
  };

  return (
    <AccountCard
      title={token === null ? "Change password" : "Choose a new password"}
      lead={isFirst ? "Choose your own password to continue." : undefined}
    >
      <form onSubmit={(event) => void submit(event)}>
        {error !== null && <Problem>{error}</Problem>}
        {token === null && !isFirst && (
          <PasswordInput
            label="Current password"
            name="currentPassword"
            autoComplete="current-password"
            required
            withAsterisk={false}
            autoFocus
            visibilityToggleButtonProps={toggle}
          />
        )}
        <PasswordInput
          label="New password"
          name="newPassword"
          autoComplete="new-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={toggle}
          autoFocus={isFirst || token !== null}
          description={`At least ${minimum} characters${token === null ? "" : `, ${adminPasswordMinimum} for administrators`}. Mixed case, numbers and symbols are recommended.`}
        />
        <PasswordInput
          label="Confirm new password"
          name="confirmation"
          autoComplete="new-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={toggle}
        />
        <Button tone="primary" type="submit" disabled={isBusy}>
          {isBusy ? "Changing" : "Change password"}
        </Button>
        {token !== null && (
          <ButtonLink tone="quiet" to="/login">
            Back to sign in
          </ButtonLink>
        )}
      </form>
    </AccountCard>
  );
}
