import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ScimToken } from "#contract/identity/scim-tokens.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { FetchProblem } from "#web/ui/fetch-problem.tsx";
import { formatDate, formatDateTime } from "#web/ui/format.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Badge, Empty } from "#web/ui/parts.tsx";
import { Secret } from "#web/ui/secret.tsx";
import { Section } from "#web/ui/section.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { scimTokensQuery, useRevokeScimToken } from "./queries.ts";
import { TokenEditor } from "./token-editor.tsx";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./sign-on.module.css";

/** How the company's directory adds, changes and removes people and groups, over SCIM. */
export function Provisioning({ companyId }: { companyId: number | undefined }) {
  const { data, error, refetch } = useQuery(scimTokensQuery(companyId));
  const [isAdding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<ScimToken | null>(null);
  const revoke = useRevokeScimToken();
  const confirm = async () => {
    if (revoking === null) return;
    try {
      await revoke.mutateAsync(revoking.id);
      toast("Token revoked");
      setRevoking(null);
    } catch (failure) {
      toastError("The token was not revoked", reasonOf(failure));
    }
  };
  return (
    <Section
      title="Provisioning (SCIM)"
      about="Your directory adds people with addresses in your verified domains, and deactivates those who leave: their next click is refused. Groups follow the rules of the identity provider."
      action={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          Create token
        </Button>
      }
    >
      {error !== null ? (
        <FetchProblem error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting shape="rows" />
      ) : (
        <>
          <dl className={classes.facts}>
            <div>
              <dt>Base URL, to enter at your directory</dt>
              <dd>
                <Secret value={data.baseUrl} label="Copy the base URL" />
              </dd>
            </div>
          </dl>
          {data.tokens.length === 0 ? (
            <Empty>No tokens yet. Create one to connect your directory.</Empty>
          ) : (
            <ul className={classes.domains} aria-label="SCIM tokens">
              {data.tokens.map((token) => (
                <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
              ))}
            </ul>
          )}
        </>
      )}
      {isAdding && <TokenEditor companyId={companyId} onClose={() => setAdding(false)} />}
      <Confirm
        opened={revoking !== null}
        question={`Are you sure you want to revoke ${revoking?.name ?? "this token"}?`}
        action="Revoke"
        onClose={() => setRevoking(null)}
        onConfirm={confirm}
      >
        <p>
          Your directory's next call is refused, so people who leave keep their accounts here. People and
          groups stay as they are.
        </p>
      </Confirm>
    </Section>
  );
}

function TokenRow({ token, onRevoke }: { token: ScimToken; onRevoke(): void }) {
  const { name, lastFour, status, createdAt, createdBy, expiresAt, lastUsedAt } = token;
  const facts = [
    `…${lastFour}`,
    `Created ${formatDate(createdAt)} by ${createdBy}`,
    lastUsedAt === null ? "Never used" : `Last used ${formatDateTime(lastUsedAt)}`,
    ...(status === "revoked" ? [] : [expiresAt === null ? "No end date" : `Ends ${formatDate(expiresAt)}`]),
  ];
  return (
    <li>
      <div className={classes.domain}>
        <p>
          <strong>{name}</strong>{" "}
          <Badge tone={status === "active" ? "ok" : "plain"}>
            {{ active: "Active", expired: "Expired", revoked: "Revoked" }[status]}
          </Badge>
        </p>
        {status !== "revoked" && <IconButton icon={Trash2} label={`Revoke ${name}`} onClick={onRevoke} />}
      </div>
      <p className={classes.meta}>{joinFacts(facts)}</p>
    </li>
  );
}
