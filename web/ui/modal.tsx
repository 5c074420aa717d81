import { lazy, Suspense, useState } from "react";
import type { ComponentProps } from "react";
import { useLayer } from "./layers.ts";

// with its focus trap and its layers it is as large as most screens: it comes with the first dialog
const KitModal = lazy(() => import("./kit-modal.ts"));

type Props = ComponentProps<typeof KitModal>;

/** A dialog over the screen: the focus stays in it and comes back; Escape and the cross close it. */
export function Modal({ closeButtonProps, ...props }: Props) {
  // once open it stays, so that it can fade out
  const [isNeeded, setNeeded] = useState(props.opened);
  if (props.opened && !isNeeded) setNeeded(true);
  const isCovered = useLayer(props.opened);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <KitModal
        closeButtonProps={{ "aria-label": "Close", ...closeButtonProps }}
        inert={isCovered}
        {...props}
      />
    </Suspense>
  );
}
