import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Company } from "#contract/identity/companies.ts";
import { ApiError } from "#web/kernel/api.ts";
import { formatDate } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Problem } from "#web/ui/parts.tsx";
import { RestoreList, RestoreRow } from "#web/ui/restore-list.tsx";
import { toast } from "#web/ui/toast.tsx";
import { deletedCompaniesQuery, useRestoreCompany } from "./queries.ts";
import classes from "./companies.module.css";

/** The companies that can be restored. */
export function DeletedCompanies() {
  /** Of restored companies, the people who stay out. */
  const [without, setWithout] = useState<string[]>([]);
  const deleted = useQuery(deletedCompaniesQuery);
  return (
    <RestoreList
      title="Deleted companies"
      empty="No company was deleted in the last 30 days."
      about={
        <>
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
        </>
      }
    >
      {(deleted.data?.rows ?? []).map((company) => (
        <Deleted
          key={company.id}
          company={company}
          onRestored={(addresses) => setWithout((all) => [...all, ...addresses])}
        />
      ))}
    </RestoreList>
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
    <RestoreRow
      name={company.name}
      facts={company.restorableUntil !== null && `Until ${formatDate(company.restorableUntil)}`}
      canRestore={name.trim() !== ""}
      isRestoring={restore.isPending}
      onRestore={() => void submit()}
    >
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
    </RestoreRow>
  );
}
