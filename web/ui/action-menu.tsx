import { Popover } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import { ChevronDown, type LucideIcon } from "lucide-react";
import { useState, type ComponentPropsWithoutRef, type ReactNode } from "react";
import { Button } from "./button.tsx";
import classes from "./action-menu.module.css";

type Props = {
  /** The button's text, or the name of its sign. */
  label: string;
  /** An icon instead of the text, next to the button that most people need; the name is read aloud and shown on hover. */
  sign?: LucideIcon;
  size?: "xs" | "compact-sm";
  icon?: ReactNode;
  /** `Action` and `ActionLink`. */
  children: ReactNode;
};

/** The further actions on one thing, behind one button. Fixed, as a table would cut it off; a press on one closes it. */
export function ActionMenu({ label, sign: Sign, size, icon, children }: Props) {
  const [opened, setOpened] = useState(false);
  const look = { ...(size === undefined ? {} : { size }), onClick: () => setOpened(!opened) };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      withinPortal={false}
      floatingStrategy="fixed"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {Sign !== undefined ? (
          <Button {...look} className={classes.sign} aria-label={label} title={label}>
            <Sign size={16} aria-hidden />
          </Button>
        ) : (
          <Button {...look} leftSection={icon} rightSection={<ChevronDown size={14} aria-hidden />}>
            {label}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} aria-label={label} onClick={() => setOpened(false)}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

export const Action = (props: ComponentPropsWithoutRef<"button">) => (
  <button type="button" className={classes.item} {...props} />
);

export const ActionLink = createLink((props: ComponentPropsWithoutRef<"a">) => (
  <a className={classes.item} {...props} />
));
