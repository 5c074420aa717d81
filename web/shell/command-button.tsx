import { useHotkeys } from "@mantine/hooks";
import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import type { Role } from "#contract/kernel/permissions.ts";
import { onKeysAsked } from "./keys.ts";
import { useScreenKeys } from "./screen-keys.ts";
import { useEarlyLetters } from "./early-letters.ts";
import classes from "./command-button.module.css";

const CommandMenu = lazy(() => import("./command-menu.tsx"));
const KeysSheet = lazy(() => import("./keys-sheet.tsx"));
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The shell's hint at the menu and its shortcut, and the global shortcuts for the menu and the sheet of keys. */
export function CommandButton({ role }: { role: Role }) {
  const [isOpen, setOpen] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  const takeTyped = useEarlyLetters(isOpen);
  // works in fields too: nothing else uses these keys
  useHotkeys([["mod+K", () => setOpen((open) => !open)]], []);
  useScreenKeys(role);
  useEffect(() => onKeysAsked(() => setShowsKeys(true)), []);
  return (
    <>
      <button
        type="button"
        className={classes.button}
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
      {showsKeys && (
        <Suspense>
          <KeysSheet onClose={() => setShowsKeys(false)} />
        </Suspense>
      )}
      {isOpen && (
        <Suspense>
          <CommandMenu takeTyped={takeTyped} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
