import { Textarea, TextInput } from "@mantine/core";
import type { ThemeDraft } from "./theme-draft.ts";
import classes from "./theme-editor.module.css";

type Props = { draft: ThemeDraft; onChange(values: Partial<ThemeDraft>): void };

/** The name and purpose of a theme made of files: proposed once they are read, and changed here. */
export function NameFields({ draft, onChange }: Props) {
  return (
    <div className={classes.named}>
      <TextInput
        label="Theme name"
        description="Proposed from the documents. Change it as you like."
        required
        maxLength={120}
        value={draft.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Purpose draft={draft} onChange={onChange} rows={4} />
    </div>
  );
}

/** @param rows fixed, for a purpose that arrives by itself; else as many as it has */
export function Purpose({ draft, onChange, rows }: Props & { rows?: number }) {
  return (
    <Textarea
      label="Purpose"
      {...(rows === undefined ? { autosize: true, minRows: 2, maxRows: 6 } : { rows })}
      maxLength={4000}
      value={draft.purpose}
      onChange={(event) => onChange({ purpose: event.currentTarget.value })}
    />
  );
}
