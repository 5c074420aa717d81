import { beginSignOn } from "#contract/identity/sign-on.ts";
import { callApi } from "#web/kernel/api.ts";
import { AccountCard } from "./account-card.tsx";
import { EmailStep } from "./email-step.tsx";
import { keepDestination } from "./destination.ts";

type Props = { email: string; destination: string | null; onBack(): void };

/** The URL identifies the company, and thus the identity provider. */
export function SignOnStart({ email, destination, onBack }: Props) {
  const begin = async (address: string) => {
    const { url } = await callApi(beginSignOn, { email: address });
    keepDestination(destination);
    location.assign(url);
  };
  return (
    <AccountCard
      title="Use your company account"
      lead="You'll sign in with your company's identity provider."
    >
      <EmailStep
        label="Work email"
        email={email}
        action="Continue"
        busy="Opening"
        back="Sign in with a password"
        onSend={begin}
        onBack={onBack}
      />
    </AccountCard>
  );
}
