import { useState } from "react";
import { useMay } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { RemoteSelect } from "#web/ui/remote-select.tsx";
import { Section } from "#web/ui/section.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { formerPersonSource, useErasePerson } from "./queries.ts";
import classes from "./retention.module.css";

/** Permanently erases a former person's name; their questions stay, under a pseudonym. */
export function ErasePerson() {
  const { companyId } = useCompany();
  const mayEdit = useMay("retention:edit");
  const [person, setPerson] = useState<{ id: number; label: string } | null>(null);
  const [isAsking, setAsking] = useState(false);
  const erase = useErasePerson();
  const people = formerPersonSource(companyId);
  if (!mayEdit) return null;
  const confirm = async () => {
    if (person === null) return;
    try {
      const { pseudonym } = await erase.mutateAsync({ id: person.id });
      toast(`This person is called ${pseudonym} from now on`);
      setPerson(null);
      setAsking(false);
    } catch (failure) {
      toastError("The person was not erased", reasonOf(failure));
    }
  };
  return (
    <Section
      title="Erase a person's name"
      about="Their name, email address and the details of their actions disappear from every screen and from the record. Their questions and answers stay, with their proofs, under a pseudonym."
    >
      <div className={classes.choice}>
        <RemoteSelect
          aria-label="Deactivated person to erase"
          placeholder="Choose a deactivated person"
          empty="No one is deactivated"
          clearable
          source={people}
          chosen={person}
          onChoose={(row) => setPerson(row && { id: row.id, label: people.labelOf(row) })}
        />
        <Button tone="danger" disabled={person === null} onClick={() => setAsking(true)}>
          Erase name
        </Button>
      </div>
      <Confirm
        key={person?.id}
        opened={isAsking && person !== null}
        question="Erase this person's name?"
        action="Erase name"
        {...(person !== null && { typed: person.label })}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <p>This cannot be undone: no one can read the name again or sign in with it.</p>
      </Confirm>
    </Section>
  );
}
