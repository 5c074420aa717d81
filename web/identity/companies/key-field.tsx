import { TextInput } from "@mantine/core";
import type { Company } from "#contract/identity/companies.ts";
import { Button } from "#web/ui/button.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { formatDateTime } from "#web/ui/format.ts";
import { useCheckKey } from "./queries.ts";
import classes from "./companies.module.css";

type Props = {
  label: string;
  model: "Smart" | "Smarter";
  company: Company | null;
  value: string;
  /** The stored key's mask. */
  stored: string | null;
  lastCheck: Company["smartKeyCheck"];
  error: string | undefined;
  /** false: the model needs no key. */
  needsKey: boolean;
  /** Why the stored key isn't used; it can't be checked then. */
  notice: string | null;
  onChange(value: string): void;
};

/** A key is shown as its mask; an unchanged mask keeps it, an empty field removes it, anything else replaces it. */
export function KeyField({
  label,
  model,
  company,
  value,
  stored,
  lastCheck,
  error,
  needsKey,
  notice,
  onChange,
}: Props) {
  const isKept = stored === null ? !needsKey && value === "" : value === stored;
  return (
    <div>
      <TextInput
        label={label}
        description={`For the ${model} model. Stored encrypted and never shown again.`}
        placeholder={needsKey ? "No key stored" : "No key is needed"}
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={error}
        // a mask is replaced as a whole, never edited
        onFocus={(event) => event.currentTarget.value === stored && event.currentTarget.select()}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {notice !== null && <p className={classes.ending}>{notice}</p>}
      {notice === null && company !== null && isKept && (
        <KeyCheck company={company} model={model} lastCheck={lastCheck} />
      )}
      {stored !== null && value === "" && (
        <p className={classes.check}>The stored key is removed when you save.</p>
      )}
    </div>
  );
}

type CheckProps = { company: Company; model: "Smart" | "Smarter"; lastCheck: Company["smartKeyCheck"] };

function KeyCheck({ company, model, lastCheck }: CheckProps) {
  const check = useCheckKey(company.id);
  // without a stored key there is nowhere to keep the result
  const last = lastCheck ?? check.data ?? null;
  return (
    <div className={classes.check}>
      <Button
        size="compact-sm"
        aria-label={`Check key of ${model}`}
        loading={check.isPending}
        onClick={() => check.mutate(model === "Smart" ? "smart" : "smarter")}
      >
        Check key
      </Button>
      <p aria-live="polite" data-ok={check.isError ? false : last?.ok}>
        {check.isError
          ? reasonOf(check.error)
          : last !== null && `${last.message} ${formatDateTime(last.checkedAt)}`}
      </p>
    </div>
  );
}
