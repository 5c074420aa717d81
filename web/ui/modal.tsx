import { lazy, Suspense, useState, type ComponentProps } from "react";
import { useLayer } from "./layers.ts";

// with its focus trap and layers it is as large as most screens: load it with the first dialog
const loading = () => import("./kit-modal.ts");
const KitModal = lazy(loading);

/** Loads dialogs before the first one opens. */
export function preloadModal(): void {
  // a failure here surfaces when a dialog loads it again
  loading().catch(() => undefined);
}

type Props = ComponentProps<typeof KitModal>;

/** A dialog over the screen: traps and restores focus; Escape and the close button close it. */
export function Modal({ closeButtonProps, ...props }: Props) {
  // once open it stays mounted, to fade out
  const [isNeeded, setNeeded] = useState(props.opened);
  if (props.opened && !isNeeded) setNeeded(true);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <Layer closeButtonProps={{ "aria-label": "Close", ...closeButtonProps }} {...props} />
    </Suspense>
  );
}

/** Covers the screen only once the dialog has loaded. */
function Layer(props: Props) {
  const isCovered = useLayer(props.opened);
  // Escape closes only the topmost dialog
  return (
    <KitModal inert={isCovered} {...props} closeOnEscape={!isCovered && props.closeOnEscape !== false} />
  );
}
