import { lazy, Suspense, useEffect, useState } from "react";
import type { ComponentProps } from "react";

// with its focus trap and its layers it is as large as most screens: it comes with the first dialog
const KitModal = lazy(() => import("./kit-modal.ts"));

type Props = ComponentProps<typeof KitModal>;

/** A dialog over the screen: the focus stays in it and comes back; Escape and the cross close it. */
export function Modal({ closeButtonProps, ...props }: Props) {
  // once open it stays, so that it can fade out
  const [isNeeded, setNeeded] = useState(props.opened);
  if (props.opened && !isNeeded) setNeeded(true);
  useFocusBack(props.opened);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <KitModal closeButtonProps={{ "aria-label": "Close", ...closeButtonProps }} {...props} />
    </Suspense>
  );
}

/** Where a person was when it opened is where they are when it closes; the kit forgets it when the dialog is taken away. */
function useFocusBack(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    const from = document.activeElement;
    return () => {
      requestAnimationFrame(() => {
        const at = document.activeElement;
        const isLost = at === null || at === document.body || at.closest("[role=dialog]") !== null;
        if (isLost && from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}
