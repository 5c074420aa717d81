import { Button as MantineButton, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps, ComponentPropsWithoutRef } from "react";

type Props = Omit<ButtonProps, "variant" | "color"> &
  Omit<ComponentProps<"button">, keyof ButtonProps> & {
    tone?: "primary" | "plain" | "quiet" | "danger";
  };

const looks = {
  primary: { variant: "filled" },
  plain: { variant: "default" },
  quiet: { variant: "subtle", color: "var(--ink-2)" },
  danger: { variant: "outline", color: "var(--bad)" },
} as const;

/** Ink for the primary action, paper for the rest. */
export function Button({ tone = "plain", type = "button", size = "sm", ...props }: Props) {
  return <MantineButton {...looks[tone]} type={type} size={size} {...props} />;
}

/** A link to another screen, styled as a button. */
export const ButtonLink = createLink(
  ({
    tone = "plain",
    size = "sm",
    ...props
  }: Omit<ButtonProps, "variant" | "color"> & ComponentPropsWithoutRef<"a"> & Pick<Props, "tone">) => (
    <MantineButton component="a" {...looks[tone]} size={size} {...props} />
  ),
);
