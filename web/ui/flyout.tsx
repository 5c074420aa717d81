import { useClickOutside } from "@mantine/hooks";
import { useEffect, useId, useRef, type ReactNode } from "react";
import classes from "./flyout.module.css";

type Props = {
  /** The button's accessible name; omit it to use the content. */
  label?: string;
  button: ReactNode;
  buttonClass: string;
  panelLabel: string;
  opened: boolean;
  onChange(opened: boolean): void;
  children: ReactNode;
};

/**
 * A button with a panel under it, at the end of a bar. Positioned in CSS alone: the kit's popover would add all its
 * positioning code to the initial script. Escape or an outside click closes it; focus moves in and returns.
 */
export function Flyout({ label, button, buttonClass, panelLabel, opened, onChange, children }: Props) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const place = useClickOutside<HTMLDivElement>(() => opened && onChange(false));
  useEffect(() => {
    const button = trigger.current;
    if (!opened) return;
    panel.current?.focus();
    // the pressed item disappears with it
    return () => {
      if (document.activeElement === document.body) button?.focus({ preventScroll: true });
    };
  }, [opened]);
  return (
    <div
      ref={place}
      className={classes.place}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !opened) return;
        onChange(false);
        trigger.current?.focus();
      }}
      onBlur={(event) => {
        if (opened && event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget))
          onChange(false);
      }}
    >
      <button
        ref={trigger}
        type="button"
        className={buttonClass}
        aria-label={label}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={() => onChange(!opened)}
      >
        {button}
      </button>
      {opened && (
        <div
          ref={panel}
          id={id}
          className={classes.panel}
          role="dialog"
          aria-label={panelLabel}
          tabIndex={-1}
        >
          {children}
        </div>
      )}
    </div>
  );
}
