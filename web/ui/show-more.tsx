import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import classes from "./show-more.module.css";

/** Pixels by which descenders may extend below the last line; a hidden line is taller. */
const beyondLine = 10;

/**
 * A text that initially shows eight lines. Collapsed visually only: a screen reader reads all of it.
 * @param children the text itself, in its own element
 */
export function ShowMore({ children }: { children: ReactNode }) {
  const id = useId();
  const text = useRef<HTMLDivElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const element = text.current;
    if (element === null || isOpen) return;
    const observer = new ResizeObserver(() =>
      setLong(element.scrollHeight > element.clientHeight + beyondLine),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <div>
      <div ref={text} id={id} className={classes.text} data-open={isOpen || undefined}>
        {children}
      </div>
      {isLong && (
        <button
          type="button"
          className={classes.button}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen((open) => !open)}
        >
          {isOpen ? "Show less" : "Show all"}
        </button>
      )}
    </div>
  );
}
