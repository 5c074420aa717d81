import { Radio } from "@mantine/core";
import { useState } from "react";
import { formatAgo } from "#web/ui/format.ts";
import { DialogForm } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { fieldLabel, sayValue } from "./field-words.ts";
import type { Clash } from "./settle-conflict.ts";
import classes from "./conflict-dialog.module.css";

type Props = { clashes: Clash[]; onEnd(theirs: ReadonlySet<string> | null): void };

/** Both values of each field that two people changed. */
export function ConflictDialog({ clashes, onEnd }: Props) {
  const [choice, setChoice] = useState<Record<string, string>>({});
  const isWhole = clashes.every(({ field }) => choice[field] !== undefined);
  const theirs = clashes.filter(({ field }) => choice[field] === "theirs");
  return (
    <Modal opened onClose={() => onEnd(null)} size="lg" title="Changed in the meantime">
      <DialogForm
        action="Save"
        isSaving={false}
        canSave={isWhole}
        onSave={() => onEnd(new Set(theirs.map(({ field }) => field)))}
        onCancel={() => onEnd(null)}
      >
        <p>Nothing is saved yet. Your other changes are kept. Choose what stays.</p>
        {clashes.map((clash) => (
          <Radio.Group
            key={clash.field}
            label={whoChanged(clash)}
            value={choice[clash.field] ?? ""}
            onChange={(value) => setChoice((all) => ({ ...all, [clash.field]: value }))}
          >
            <div className={classes.values}>
              <Radio value="theirs" label={<Value title="Saved now" of={clash.value} />} />
              <Radio value="mine" label={<Value title="Yours" of={clash.mine} />} />
            </div>
          </Radio.Group>
        ))}
      </DialogForm>
    </Modal>
  );
}

function Value({ title, of }: { title: string; of: unknown }) {
  return (
    <>
      <span className={classes.title}>{title}</span>
      <span className={classes.value}>{sayValue(of)}</span>
    </>
  );
}

function whoChanged({ field, by, at }: Clash): string {
  return `${by ?? "Someone"} changed ${fieldLabel(field)}${at === null ? "" : ` ${formatAgo(at).replace(/^Just/, "just")}`}`;
}
