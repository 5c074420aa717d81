import type { UseQueryResult } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { DialogForm } from "./form.tsx";
import { reasonOf } from "./invalidating-mutation.ts";
import { Modal } from "./modal.tsx";
import { Problem, Spinner } from "./parts.tsx";
import { toast, toastError } from "./toast.tsx";

type FormProps<Saved> = {
  isSaving: boolean;
  /** Rejects if the rules were refused. */
  onSave(opened: Saved, values: Omit<Saved, "version">): Promise<unknown>;
  onClose(): void;
  /** The fields. */
  children(rules: Saved, change: (part: Partial<Saved>) => void): ReactNode;
};
type Props<Saved> = FormProps<Saved> & {
  title: string;
  saved: Pick<UseQueryResult<Saved>, "data" | "error" | "refetch">;
};

/** A company's rules of one kind: read, changed and saved as a whole. */
export function RulesDialog<Saved extends { version: number }>({ title, saved, ...form }: Props<Saved>) {
  const { data, error, refetch } = saved;
  return (
    <Modal opened onClose={form.onClose} title={title}>
      {error !== null ? (
        <Problem onRetry={() => void refetch()}>{error.message}</Problem>
      ) : data === undefined ? (
        <Spinner />
      ) : (
        <RulesForm saved={data} {...form} />
      )}
    </Modal>
  );
}

function RulesForm<Saved extends { version: number }>({
  saved,
  isSaving,
  onSave,
  onClose,
  children,
}: FormProps<Saved> & { saved: Saved }) {
  const [opened] = useState(saved);
  const [rules, setRules] = useState(saved);
  const save = async () => {
    const { version: _, ...values } = rules;
    try {
      await onSave(opened, values);
      toast("Rules saved");
      onClose();
    } catch (failure) {
      toastError("The rules were not saved", reasonOf(failure));
    }
  };
  return (
    <DialogForm action="Save Rules" canSave isSaving={isSaving} onSave={() => void save()} onCancel={onClose}>
      {children(rules, (part) => setRules((all) => ({ ...all, ...part })))}
    </DialogForm>
  );
}
