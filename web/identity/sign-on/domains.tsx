import { TextInput } from "@mantine/core";
import { Trash2 } from "lucide-react";
import { useState, type FormEvent } from "react";
import type { SignOnDomain } from "#contract/identity/sign-on.ts";
import { ApiError } from "#web/kernel/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { formatDate } from "#web/ui/format.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Badge, Empty } from "#web/ui/parts.tsx";
import { Secret } from "#web/ui/secret.tsx";
import { Section } from "#web/ui/section.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { useAddDomain, useRemoveDomain, useVerifyDomain } from "./queries.ts";
import classes from "./sign-on.module.css";

type Props = { companyId: number | undefined; domains: SignOnDomain[] };

/** The company's email domains; each is proved by a DNS record that only its owner can set. */
export function Domains({ companyId, domains }: Props) {
  const [typed, setTyped] = useState("");
  const [removing, setRemoving] = useState<SignOnDomain | null>(null);
  const add = useAddDomain();
  const remove = useRemoveDomain();
  const problem =
    add.error instanceof ApiError ? (add.error.fields.domain ?? add.error.message) : add.error?.message;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === "") return;
    add.mutate({ companyId, domain: typed }, { onSuccess: () => setTyped("") });
  };
  const confirm = async () => {
    if (removing === null) return;
    try {
      await remove.mutateAsync(removing.id);
      toast("Domain removed");
      setRemoving(null);
    } catch (failure) {
      toastError("The domain was not removed", reasonOf(failure));
    }
  };
  return (
    <Section title="Domains">
      {domains.length === 0 ? (
        <Empty>No domains yet. Add the part of your email addresses after the @.</Empty>
      ) : (
        <ul className={classes.domains} aria-label="Domains">
          {domains.map((domain) => (
            <DomainRow key={domain.id} domain={domain} onRemove={() => setRemoving(domain)} />
          ))}
        </ul>
      )}
      <form className={classes.add} onSubmit={submit} noValidate>
        <TextInput
          label="Add a domain"
          placeholder="example.com"
          maxLength={253}
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" disabled={typed.trim() === "" || add.isPending}>
          Add
        </Button>
      </form>
      <Confirm
        opened={removing !== null}
        question={`Are you sure you want to remove ${removing?.domain ?? "this domain"}?`}
        action="Remove"
        onClose={() => setRemoving(null)}
        onConfirm={confirm}
      >
        <p>People with these addresses are no longer sent to your identity provider.</p>
      </Confirm>
    </Section>
  );
}

function DomainRow({ domain, onRemove }: { domain: SignOnDomain; onRemove(): void }) {
  const verify = useVerifyDomain();
  return (
    <li>
      <div className={classes.domain}>
        <p>
          <strong>{domain.domain}</strong>{" "}
          {domain.verifiedAt === null ? (
            <Badge tone="warn">Not verified</Badge>
          ) : (
            <Badge tone="ok">{`Verified ${formatDate(domain.verifiedAt)}`}</Badge>
          )}
        </p>
        <IconButton icon={Trash2} label={`Remove ${domain.domain}`} onClick={onRemove} />
      </div>
      {domain.verifiedAt === null && (
        <div className={classes.proof}>
          <p>Add this TXT record at {domain.domain}, then verify. It can take an hour to become visible.</p>
          <Secret value={domain.record} label={`Copy the record of ${domain.domain}`} />
          <Button disabled={verify.isPending} onClick={() => verify.mutate(domain.id)}>
            {verify.isPending ? "Looking..." : "Verify"}
          </Button>
          {verify.error !== null && <p role="alert">{verify.error.message}</p>}
        </div>
      )}
    </li>
  );
}
