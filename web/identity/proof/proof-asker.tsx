import { lazy, Suspense, useEffect, useState } from "react";
import { prove } from "#contract/identity/sessions.ts";
import type { CurrentUser } from "#contract/identity/users.ts";
import { callApi } from "#web/kernel/api.ts";
import { answerProofRequests } from "#web/kernel/ask-for-proof.ts";

/** Rarely needed: not in the initial script. */
const ProofDialog = lazy(async () => ({
  default: (await import("./proof-dialog.tsx")).ProofDialog,
}));

/** The single dialog for every call that asks for the password again; the call is then repeated. */
export function ProofAsker({ user }: { user: CurrentUser }) {
  const [request, setRequest] = useState<{ settle(isGiven: boolean): void } | null>(null);
  useEffect(() => answerProofRequests(() => new Promise((resolve) => setRequest({ settle: resolve }))), []);
  // leaving or signing out counts as a refusal
  useEffect(() => () => request?.settle(false), [request]);
  if (request === null) return null;
  const end = (isGiven: boolean) => {
    request.settle(isGiven);
    setRequest(null);
  };
  return (
    <Suspense>
      <ProofDialog
        title="Enter your password again"
        action="Continue"
        text="Fifteen minutes after you last entered it, exports and changes to keys, roles and passwords need it again."
        asksCode={user.hasSecondFactor}
        onClose={() => end(false)}
        onProved={async (proof) => {
          await callApi(prove, proof);
          end(true);
        }}
      />
    </Suspense>
  );
}
