import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Citation } from "#contract/answering/answers.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { firstMode, SourceBody } from "./source-body.tsx";
import { FileName } from "#web/ui/file-name.tsx";
import classes from "./source-panel.module.css";

type Props = {
  /** One answer's sources, in mark order. */
  citations: readonly Citation[];
  marker: number;
  onStep(marker: number): void;
  onClose(): void;
};

/** A source beside the answer that cites it: arrow keys step through the sources, T shows the text, Escape closes. */
export function SourcePanel({ citations, marker, onStep, onClose }: Props) {
  const [mode, setMode] = useState(firstMode);
  const panel = useRef<HTMLElement>(null);
  const place = citations.findIndex((citation) => citation.marker === marker);
  const citation = citations[place];
  const [before, after] = [citations[place - 1], citations[place + 1]];
  useReturningFocus(panel);
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null)
      return;
    // a dialog on top has its own keys
    if (document.querySelector('[role="dialog"][aria-modal="true"]') !== null) return;
    if (event.key === "Escape") onClose();
    else if (event.key === "ArrowLeft" && before !== undefined) onStep(before.marker);
    else if (event.key === "ArrowRight" && after !== undefined) onStep(after.marker);
    else if (event.key.toLowerCase() === "t") setMode(mode === "text" ? "original" : "text");
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, []);
  if (citation === undefined) return null;
  return (
    <section
      ref={panel}
      className={classes.panel}
      role="dialog"
      aria-label={citation.documentName}
      tabIndex={-1}
    >
      <header className={classes.head}>
        <h2>
          <FileName>{citation.documentName}</FileName>
        </h2>
        <IconButton
          icon={ChevronLeft}
          label="Previous source"
          disabled={before === undefined}
          onClick={() => before !== undefined && onStep(before.marker)}
        />
        <span className={classes.place} aria-live="polite">
          Source {place + 1} of {citations.length}
        </span>
        <IconButton
          icon={ChevronRight}
          label="Next source"
          disabled={after === undefined}
          onClick={() => after !== undefined && onStep(after.marker)}
        />
        <IconButton icon={X} label="Close the source" onClick={onClose} />
      </header>
      <SourceBody citation={citation} mode={mode} onMode={setMode} />
    </section>
  );
}

/** Takes focus on opening, and returns it to its mark or note. */
function useReturningFocus(panel: { current: HTMLElement | null }): void {
  useEffect(() => {
    const from = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
    };
  }, [panel]);
}
