import { Undo2 } from "lucide-react";
import { Children, useState, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { DialogActions } from "./dialog-actions.tsx";
import { Modal } from "./modal.tsx";
import { Empty } from "./parts.tsx";
import classes from "./restore-list.module.css";

type ListProps = {
  title: string;
  /** When the last one has been restored. */
  empty: string;
  onOpen?(): void;
  /** Above the list. */
  about?: ReactNode;
  children: ReactNode;
};

/** A button where something can be restored, and the list behind it. */
export function RestoreList({ title, empty, onOpen, about, children }: ListProps) {
  const [isOpen, setOpen] = useState(false);
  const isEmpty = Children.count(children) === 0;
  if (isEmpty && !isOpen) return null;
  const open = () => {
    onOpen?.();
    setOpen(true);
  };
  return (
    <>
      <Button leftSection={<Undo2 size={15} aria-hidden />} onClick={open}>
        {title}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} size="lg" title={title}>
        {about}
        {isEmpty ? <Empty>{empty}</Empty> : <ul className={classes.list}>{children}</ul>}
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Done</Button>
        </DialogActions>
      </Modal>
    </>
  );
}

type RowProps = {
  name: string;
  facts: ReactNode;
  canRestore: boolean;
  isRestoring: boolean;
  onRestore(): void;
  /** Fields for what was taken meanwhile, and why it was not restored. */
  children: ReactNode;
};

export function RestoreRow({ name, facts, canRestore, isRestoring, onRestore, children }: RowProps) {
  return (
    <li>
      <div className={classes.head}>
        <div>
          <strong>{name}</strong>
          <p>{facts}</p>
        </div>
        <Button
          size="xs"
          aria-label={`Restore ${name}`}
          disabled={!canRestore}
          loading={isRestoring}
          onClick={onRestore}
        >
          Restore
        </Button>
      </div>
      {children}
    </li>
  );
}
