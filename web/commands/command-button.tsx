import { useHotkeys } from "@mantine/hooks";
import { Search } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useEarlyLetters } from "./early-letters.ts";
import classes from "./command-button.module.css";

const CommandMenu = lazy(() => import("./command-menu.tsx"));
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/**
 * The hint in the shell that there is a menu, and the keys that open it from anywhere.
 * @param isCrowded the bar also holds the choice of the company, and a phone has no room for both
 */
export function CommandButton({ isCrowded }: { isCrowded: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const takeTyped = useEarlyLetters(isOpen);
  // also from within a field: nothing else uses these keys
  useHotkeys([["mod+K", () => setOpen((open) => !open)]], []);
  return (
    <>
      <button
        type="button"
        className={classes.button}
        data-crowded={isCrowded || undefined}
        aria-keyshortcuts={isMac ? "Meta+K" : "Control+K"}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Search size={15} aria-hidden />
        <span className="visually-hidden">Commands</span>
        <kbd className={classes.keys} aria-hidden>
          {isMac ? "⌘ K" : "Ctrl K"}
        </kbd>
      </button>
      {isOpen && (
        <Suspense>
          <CommandMenu takeTyped={takeTyped} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
