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
  if (!isNeeded) return null;
  return (
    <Suspense>
      <Layer closeButtonProps={{ "aria-label": "Close", ...closeButtonProps }} {...props} />
    </Suspense>
  );
}

/** Covers the screen only once the dialog is there. */
function Layer(props: Props) {
  const isCovered = useLayer(props.opened);
  // Escape closes the topmost dialog only
  return (
    <KitModal inert={isCovered} {...props} closeOnEscape={!isCovered && props.closeOnEscape !== false} />
  );
}
