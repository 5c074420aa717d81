import { CopyButton } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import { Button } from "./button.tsx";
import classes from "./secret.module.css";

/** A secret to hand over, character by character, with a copy button. */
export function Secret({ value, label }: { value: string; label: string }) {
  return (
    <span className={classes.secret}>
      <code>{value}</code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button
            size="compact-xs"
            aria-label={label}
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
