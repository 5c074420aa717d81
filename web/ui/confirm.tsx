import { TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { DialogActions } from "./dialog-actions.tsx";
import { Modal } from "./modal.tsx";

type Props = {
  opened: boolean;
  /** The question, exactly as the specification words it. */
  question: string;
  children?: ReactNode;
  action: string;
  /** Text to type first: for a deletion with many dependents, the item's name. */
  typed?: string;
  onConfirm(): Promise<void> | void;
  onClose(): void;
};

/** Asks before a removal. */
export function Confirm({ opened, question, children, action, typed, onConfirm, onClose }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [written, setWritten] = useState("");
  const isWritten = typed === undefined || written.trim() === typed.trim();
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened={opened} onClose={onClose} title={question} size="md">
      {children}
      {typed !== undefined && (
        <TextInput
          mt="md"
          label={`Type “${typed}” to continue`}
          autoComplete="off"
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="danger" disabled={!isWritten} loading={isBusy} onClick={() => void confirm()}>
          {action}
        </Button>
      </DialogActions>
    </Modal>
  );
}
