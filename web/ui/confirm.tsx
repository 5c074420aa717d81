import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { DialogActions } from "./dialog-actions.tsx";
import { Modal } from "./modal.tsx";

type Props = {
  opened: boolean;
  /** The question, exactly as the specification has it. */
  question: string;
  children?: ReactNode;
  action: string;
  onConfirm(): Promise<void> | void;
  onClose(): void;
};

/** Asks before something is taken away. */
export function Confirm({ opened, question, children, action, onConfirm, onClose }: Props) {
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal opened={opened} onClose={onClose} title={question} centered size="md">
      {children}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="danger" loading={isBusy} onClick={() => void confirm()}>
          {action}
        </Button>
      </DialogActions>
    </Modal>
  );
}
