import type { SignOn } from "#contract/identity/sign-on.ts";
import { Secret } from "#web/ui/secret.tsx";
import { Fact } from "./fact.tsx";
import classes from "./sign-on.module.css";

/** What the administrator enters at the identity provider, for both protocols until one is chosen. */
export function AtProvider({ settings }: { settings: SignOn }) {
  const { provider, redirectUrl, logoutUrl, assistantUrl, saml } = settings;
  const isOpen = provider?.protocol === "oidc" && provider.acceptsTokens && provider.isActive;
  const facts = {
    oidc: [
      ["Redirect address, to enter at your provider", redirectUrl, "Copy the redirect address"],
      ["Address for back-channel logout", logoutUrl, "Copy the logout address"],
      ...(isOpen
        ? ([
            ["Address to paste into an assistant (MCP)", assistantUrl, "Copy the assistants’ address"],
          ] as const)
        : []),
    ],
    saml: [
      ["Entity ID, to enter at your provider; our metadata is there", saml.entityId, "Copy the entity ID"],
      ["Reply address (ACS)", saml.acsUrl, "Copy the reply address"],
    ],
  } as const;
  const chosen = provider === null ? (["oidc", "saml"] as const) : [provider.protocol];
  const names = { oidc: "OpenID Connect", saml: "SAML 2.0" };
  return chosen.map((protocol) => (
    <div key={protocol} className={classes.facts}>
      {chosen.length > 1 && <h3>{names[protocol]}</h3>}
      <dl className={classes.facts}>
        {facts[protocol].map(([name, value, label]) => (
          <Fact key={name} name={name}>
            <Secret value={value} label={label} />
          </Fact>
        ))}
      </dl>
    </div>
  ));
}
