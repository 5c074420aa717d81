import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { useShown } from "#web/ui/printing.ts";
import classes from "./reports.module.css";

/** How many rows of a long list to show, and a button for the others. */
export function useRestOfList(length: number) {
  const [isWhole, setWhole] = useState(false);
  const shown = useShown(isWhole ? length : 10);
  const rest =
    length <= shown ? null : (
      <p className={classes.remark}>
        <Button size="xs" onClick={() => setWhole(true)}>
          {`Show ${(length - shown).toLocaleString()} more`}
        </Button>
      </p>
    );
  return { shown, rest };
}
