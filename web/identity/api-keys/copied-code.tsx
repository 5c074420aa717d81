import { CopyButton } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import classes from "./connections.module.css";

/** Code for another program, with a button that copies it. */
export function CopiedCode({ name, code }: { name: string; code: string }) {
  return (
    <div className={classes.code}>
      <pre tabIndex={0} aria-label={`For ${name}`}>
        <code>{code}</code>
      </pre>
      <CopyButton value={code}>
        {({ copied, copy }) => (
          <Button
            size="compact-xs"
            aria-label={`Copy for ${name}`}
            leftSection={copied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
            onClick={copy}
          >
            {copied ? "Copied" : "Copy"}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
