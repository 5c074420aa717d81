import { TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import type { Output } from "#contract/kernel/endpoint.ts";
import type { addPasskey } from "#contract/identity/second-factor.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDate } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Problem } from "#web/ui/parts.tsx";
import { useAddPasskey } from "./queries.ts";
import classes from "./second-factor.module.css";

type Props = { onAdded(added: Output<typeof addPasskey>): void; onBack(): void };

/** A name for the passkey, then the browser's own dialog. */
export function AddPasskey({ onAdded, onBack }: Props) {
  const add = useAddPasskey();
  const [name, setName] = useState(() => `Passkey, ${formatDate(new Date().toISOString())}`);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    add.mutate(name, { onSuccess: onAdded });
  };
  return (
    <form className={classes.steps} onSubmit={submit}>
      {add.isError && <Problem>{reasonOf(add.error)}</Problem>}
      <TextInput
        label="Name"
        description="To tell it apart from your others, such as “Work laptop”."
        value={name}
        maxLength={60}
        required
        withAsterisk={false}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.buttons} data-end>
        <Button onClick={onBack}>Back</Button>
        <Button tone="primary" type="submit" disabled={add.isPending}>
          {add.isPending ? "Waiting for your device" : "Create passkey"}
        </Button>
      </div>
    </form>
  );
}
