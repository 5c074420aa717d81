import { Navigate, useSearch } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { ApiError } from "#web/kernel/api.ts";
import { useSession } from "#web/kernel/session.tsx";
import { Spinner } from "#web/ui/parts.tsx";
import { EnterCode } from "./enter-code.tsx";
import { ForgotPassword } from "./forgot-password.tsx";
import { SignOnStart } from "./sign-on-start.tsx";
import { LoginForm } from "./login-form.tsx";

/** The correct password, until the second factor is given. */
type Passed = {
  credentials: { email: string; password: string; rememberMe: boolean };
  passkey: ApiError["passkey"];
};

export default function Login() {
  const { user, isLoading, hasEnded, signIn } = useSession();
  const { next } = useSearch({ strict: false });
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [forgot, setForgot] = useState(false);
  const [signsOn, setSignsOn] = useState(false);
  const [email, setEmail] = useState("");
  // preserved during the second step
  const [passed, setPassed] = useState<Passed | null>(null);
  if (isLoading) return <Spinner />;
  if (user !== null) {
    if (user.mustChangePassword) return <Navigate to="/change-password" replace />;
    return <Navigate to={isOwnPath(next) ? next : "/dashboard"} replace />;
  }
  if (passed !== null) {
    return (
      <EnterCode
        request={passed.passkey}
        onBack={() => setPassed(null)}
        onAnswer={async (answer) => {
          try {
            await signIn({ ...passed.credentials, ...answer });
          } catch (failure) {
            // a challenge can be signed once: the refusal brings the next one
            if (failure instanceof ApiError && failure.passkey !== undefined)
              setPassed({ ...passed, passkey: failure.passkey });
            throw failure;
          }
        }}
      />
    );
  }
  if (signsOn)
    return (
      <SignOnStart
        email={email}
        destination={isOwnPath(next) ? next : null}
        onBack={() => setSignsOn(false)}
      />
    );
  if (forgot) return <ForgotPassword email={email} onBack={() => setForgot(false)} />;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const credentials = {
      email,
      password: String(form.get("password") ?? ""),
      rememberMe: form.get("rememberMe") === "on",
    };
    setBusy(true);
    setError(null);
    try {
      await signIn(credentials);
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === "second_factor_required")
        setPassed({ credentials, passkey: failure.passkey });
      else setError(failure instanceof Error && failure.message ? failure.message : "Login failed");
      setBusy(false);
    }
  };

  return (
    <LoginForm
      hasEnded={hasEnded}
      error={error}
      isBusy={isBusy}
      email={email}
      onEmail={setEmail}
      onSubmit={(event) => void submit(event)}
      onForgot={() => setForgot(true)}
      onSignOn={() => setSignsOn(true)}
    />
  );
}

/** Only a path of this application: external URLs are ignored. */
function isOwnPath(next: unknown): next is string {
  return typeof next === "string" && /^\/[a-z]/.test(next);
}
