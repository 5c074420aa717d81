import { useState, type FormEvent } from "react";
import type { Company } from "#contract/identity/companies.ts";
import { ApiError } from "#web/kernel/api.ts";
import { ModelSlot } from "#web/identity/companies/model-slot.tsx";
import { useSaveCompany } from "#web/identity/companies/queries.ts";
import { areWhole, draftsOf, fieldsOf, problemsOf } from "#web/identity/companies/slot-drafts.ts";
import { Button } from "#web/ui/button.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Section } from "#web/ui/section.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import classes from "./models.module.css";

/** The company's two models: provider, model, key, and whether the key works. */
export function CompanyModels({ company }: { company: Company }) {
  const [opened, setOpened] = useState(company);
  const [drafts, setDrafts] = useState(() => draftsOf(company));
  const save = useSaveCompany();
  const problems = problemsOf(save.error instanceof ApiError ? save.error.fields : {});
  const isChanged = JSON.stringify(drafts) !== JSON.stringify(draftsOf(opened));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isChanged || !areWhole(drafts) || save.isPending) return;
    try {
      const saved = await save.mutateAsync({
        opened,
        name: opened.name,
        ...fieldsOf(drafts, opened),
      });
      setOpened(saved);
      // a typed key is shown as a mask from now on
      setDrafts(draftsOf(saved));
      toast("Models saved");
    } catch (error) {
      toastError("The models were not saved", reasonOf(error));
    }
  };
  return (
    <Section
      title={`Models for ${company.name}`}
      about="Themes answer with Smart or Smarter. Without a key they quote from the documents."
    >
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        {(["Smart", "Smarter"] as const).map((name) => {
          const type = name === "Smart" ? "smart" : "smarter";
          return (
            <ModelSlot
              key={name}
              name={name}
              company={company}
              draft={drafts[type]}
              problems={problems[type]}
              onChange={(part) => setDrafts((all) => ({ ...all, [type]: { ...all[type], ...part } }))}
            />
          );
        })}
        <Button
          type="submit"
          tone="primary"
          className={classes.save}
          disabled={!isChanged || !areWhole(drafts) || save.isPending}
        >
          {save.isPending ? "Saving..." : "Save models"}
        </Button>
      </form>
    </Section>
  );
}
