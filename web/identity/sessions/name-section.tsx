import { useState } from "react";
import { nameYourself } from "#contract/identity/users.ts";
import { NameFields } from "#web/identity/users/person-fields.tsx";
import { callApi } from "#web/kernel/api.ts";
import { saveTouched } from "#web/kernel/edits/save-touched.ts";
import { useSession, useUser } from "#web/kernel/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { reasonOf, useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";
import { Section } from "#web/ui/section.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import classes from "./account.module.css";

/** The user's own name, as lists and the record show it. */
export function NameSection() {
  const user = useUser();
  const { refresh } = useSession();
  const [name, setName] = useState({ firstName: user.firstName, lastName: user.lastName });
  const opened = { version: user.version, values: user };
  const isTouched = name.firstName.trim() !== user.firstName || name.lastName.trim() !== user.lastName;
  const save = useInvalidatingMutation(
    () => saveTouched(opened, name, (change) => callApi(nameYourself, change)),
    [["users"]],
  );
  const submit = async () => {
    try {
      await save.mutateAsync();
      await refresh();
      toast("Your name was saved");
    } catch (error) {
      toastError("Your name was not saved", reasonOf(error));
    }
  };
  return (
    <Section isSheet title="Name" about="As colleagues see it in lists, and the record keeps it.">
      <form
        className={classes.name}
        onSubmit={(event) => {
          event.preventDefault();
          if (isTouched && !save.isPending) void submit();
        }}
      >
        <NameFields person={name} onChange={(part) => setName((all) => ({ ...all, ...part }))} isOwn />
        <Button type="submit" disabled={!isTouched || save.isPending}>
          {save.isPending ? "Saving..." : "Save name"}
        </Button>
      </form>
    </Section>
  );
}
