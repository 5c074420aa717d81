import { useState } from "react";
import type { SignOnProvider } from "#contract/identity/sign-on.ts";
import { formatDate } from "#web/ui/format.ts";
import { Badge } from "#web/ui/parts.tsx";
import { Fact } from "./fact.tsx";
import classes from "./sign-on.module.css";

/** Enough time to get a new certificate from another department. */
const soonMs = 30 * 86_400_000;

export function SamlFacts({ provider }: { provider: SignOnProvider & { protocol: "saml" } }) {
  const { entityId, signInUrl, certificates } = provider;
  return (
    <>
      <Fact name="Entity ID of your provider">
        <code>{entityId}</code>
      </Fact>
      <Fact name="Sign-in address">
        <code>{signInUrl}</code>
      </Fact>
      <Fact name="Certificates, by their SHA-256 fingerprints">
        <ul className={classes.certificates}>
          {certificates.map(({ fingerprint, endsAt }) => (
            <li key={fingerprint}>
              <code>{fingerprint}</code> <Ends at={endsAt} />
            </li>
          ))}
        </ul>
      </Fact>
    </>
  );
}

/** When a certificate ends, in time to replace it. */
export function Ends({ at }: { at: string }) {
  const [leftMs] = useState(() => Date.parse(at) - Date.now());
  if (leftMs <= 0) return <Badge tone="warn">{`Expired ${formatDate(at)}`}</Badge>;
  return <Badge tone={leftMs < soonMs ? "warn" : "ok"}>{`Valid until ${formatDate(at)}`}</Badge>;
}
