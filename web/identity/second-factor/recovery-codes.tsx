import { CopyButton } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import classes from "./second-factor.module.css";

/** Shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  return (
    <>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CopyButton value={codes.join("\n")}>
          {({ copied, copy }) => (
            <Button
              leftSection={copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
              onClick={copy}
            >
              {copied ? "Copied" : "Copy all"}
            </Button>
          )}
        </CopyButton>
        <Button tone="primary" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </>
  );
}
