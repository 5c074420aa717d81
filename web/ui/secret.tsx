import { CopyButton } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import { Button } from "./button.tsx";
import classes from "./secret.module.css";

type Props = { value: string; label: string; copied?: string };

/** A secret to hand over, character by character, with a button that copies it, or `copied`. */
export function Secret({ value, label, copied: text = value }: Props) {
  return (
    <span className={classes.secret}>
      <code>{value}</code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            size="compact-xs"
            aria-label={copied ? "Copied" : label}
            leftSection={copied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
            onClick={copy}
          >
            {copied ? "Copied" : "Copy"}
          </Button>
        )}
      </CopyButton>
    </span>
  );
}
