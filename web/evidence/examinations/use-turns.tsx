import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { restoreFocusOnRemoval } from "#web/ui/restore-focus.ts";
import classes from "./examinations.module.css";

/** Pagination for a list whose response names the start of the next page. */
export function useTurns() {
  const [starts, setStarts] = useState<(number | undefined)[]>([undefined]);
  return {
    before: starts.at(-1),
    turns: (label: string, next: number | null) =>
      (starts.length > 1 || next !== null) && (
        <nav ref={restoreFocusOnRemoval} className={classes.turns} aria-label={label}>
          {starts.length > 1 && <Button onClick={() => setStarts(starts.slice(0, -1))}>Newer</Button>}
          {next !== null && <Button onClick={() => setStarts([...starts, next])}>Older</Button>}
        </nav>
      ),
  };
}
