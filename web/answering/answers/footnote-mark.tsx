import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import classes from "./footnote-mark.module.css";

/** The highlighted source among one answer's marks and notes, and a mark's action. */
export type Light = {
  lit: number | null;
  onLight(marker: number | null): void;
  onOpen(marker: number): void;
  /** A source preview for a mark under the pointer or tabbed to. */
  peek?(marker: number): ReactNode;
};

const restingMs = 300;
const peekWidth = 360;
/** The picture, two lines and their frame. */
const peekHeight = 205;
const edge = 8;

/** A mark that highlights its note, previews its page on hover or when tabbed to, and opens its source. */
export function FootnoteMark({ marker, lit, onLight, onOpen, peek }: Light & { marker: number }) {
  const button = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const timer = useRef<number>(undefined);
  const name = useId();
  const rest = () => {
    if (peek === undefined) return;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      if (button.current !== null) setPlace(placeBeside(button.current.getBoundingClientRect()));
    }, restingMs);
  };
  const leave = () => {
    window.clearTimeout(timer.current);
    setPlace(null);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (place === null) return;
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      // Escape closes only the topmost layer
      if (event instanceof KeyboardEvent) event.stopPropagation();
      setPlace(null);
    };
    window.addEventListener("keydown", close, true);
    window.addEventListener("scroll", close, true);
    return () => {
      window.removeEventListener("keydown", close, true);
      window.removeEventListener("scroll", close, true);
    };
  }, [place]);
  return (
    <sup
      className={classes.mark}
      data-lit={lit === marker || undefined}
      data-mark={marker}
      // a tap opens the source immediately
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && rest()}
      onPointerLeave={leave}
    >
      <button
        ref={button}
        type="button"
        aria-label={`Source ${marker}`}
        aria-describedby={place === null ? undefined : name}
        onMouseEnter={() => onLight(marker)}
        onMouseLeave={() => onLight(null)}
        onFocus={() => onLight(marker)}
        // not when the focus returns from a closed source: the preview would cover the text, and other marks
        onKeyUp={({ key }) => key === "Tab" && rest()}
        onBlur={() => {
          onLight(null);
          leave();
        }}
        onClick={() => {
          leave();
          onOpen(marker);
        }}
      >
        {marker}
      </button>
      {place !== null && (
        <span
          id={name}
          role="tooltip"
          className={classes.peek}
          style={{
            left: place.left,
            top: place.top,
            width: Math.min(peekWidth, window.innerWidth - 2 * edge),
          }}
        >
          {peek?.(marker)}
        </span>
      )}
    </sup>
  );
}

/** Below the mark, or above it near the window's bottom edge; never past its sides. */
function placeBeside(mark: DOMRect): { left: number; top: number } {
  const fitsBelow = mark.bottom + peekHeight < window.innerHeight;
  const wanted = mark.left + mark.width / 2 - peekWidth / 2;
  return {
    left: Math.max(edge, Math.min(wanted, window.innerWidth - peekWidth - edge)),
    top: fitsBelow ? mark.bottom : Math.max(edge, mark.top - peekHeight),
  };
}
