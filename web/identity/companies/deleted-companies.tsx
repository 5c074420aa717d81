import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { Company } from "#contract/identity/companies.ts";
import { ApiError } from "#web/kernel/api.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog-actions.tsx";
import { formatDate } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Empty, Problem } from "#web/ui/parts.tsx";
import { toast } from "#web/ui/toast.tsx";
import { deletedCompaniesQuery, useRestoreCompany } from "./queries.ts";
import classes from "./companies.module.css";

/** A button where something can be restored, and the list behind it. */
export function DeletedCompanies() {
  const [isOpen, setOpen] = useState(false);
  /** Of restored companies, the people who stay out. */
  const [without, setWithout] = useState<string[]>([]);
  const deleted = useQuery(deletedCompaniesQuery);
  const rows = deleted.data?.rows ?? [];
  if (rows.length === 0 && !isOpen) return null;
  return (
    <>
      <Button leftSection={<Undo2 size={15} aria-hidden />} onClick={() => setOpen(true)}>
        Deleted companies
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} size="lg" title="Deleted companies">
        <p className={classes.hint}>
          A restored company has its people, themes, API keys and connections again. Its model keys were
          destroyed: enter them anew.
        </p>
        <div role="status">
          {without.length > 0 && (
            <p>
              These addresses belong to another account by now. Give their people another one under Admin,
              then reactivate them: {without.join(", ")}.
            </p>
          )}
        </div>
        {rows.length === 0 ? (
          <Empty>No company was deleted in the last 30 days.</Empty>
        ) : (
          <ul className={classes.deleted}>
            {rows.map((company) => (
              <Deleted
                key={company.id}
                company={company}
                onRestored={(addresses) => setWithout((all) => [...all, ...addresses])}
              />
            ))}
          </ul>
        )}
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Done</Button>
        </DialogActions>
      </Modal>
    </>
  );
}

type Props = { company: Company; onRestored(without: string[]): void };

/** Once its name turns out to be taken, with a field for another one. */
function Deleted({ company, onRestored }: Props) {
  const [name, setName] = useState(company.name);
  const restore = useRestoreCompany();
  const isTaken = restore.error instanceof ApiError && restore.error.fields.name !== undefined;
  const submit = async () => {
    try {
      const restored = await restore.mutateAsync({
        id: company.id,
        ...(name.trim() === company.name ? {} : { name }),
      });
      toast("Company restored", `'${restored.company.name}' can be found among the companies again.`);
      onRestored(restored.withoutAddress);
    } catch (error) {
      // shown in place
      console.warn("the company was not restored", error);
    }
  };
  return (
    <li>
      <div>
        <strong>{company.name}</strong>
        <p>{company.restorableUntil !== null && `Until ${formatDate(company.restorableUntil)}`}</p>
      </div>
      <Button
        size="xs"
        aria-label={`Restore ${company.name}`}
        disabled={name.trim() === ""}
        loading={restore.isPending}
        onClick={() => void submit()}
      >
        Restore
      </Button>
      {isTaken ? (
        <TextInput
          label="New name"
          maxLength={120}
          value={name}
          error={restore.error?.message}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      ) : (
        restore.isError && <Problem>{reasonOf(restore.error)}</Problem>
      )}
    </li>
  );
}
