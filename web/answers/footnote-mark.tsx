import classes from "./footnote-mark.module.css";

/** Which source is lit among the marks and notes of one answer, and what a mark does. */
export type Light = {
  lit: number | null;
  onLight(marker: number | null): void;
  onOpen(marker: number): void;
};

/** A mark that lights its note and opens its source. */
export function FootnoteMark({ marker, lit, onLight, onOpen }: Light & { marker: number }) {
  return (
    <sup className={classes.mark} data-lit={lit === marker || undefined}>
      <button
        type="button"
        aria-label={`Source ${marker}`}
        onMouseEnter={() => onLight(marker)}
        onMouseLeave={() => onLight(null)}
        onFocus={() => onLight(marker)}
        onBlur={() => onLight(null)}
        onClick={() => onOpen(marker)}
      >
        {marker}
      </button>
    </sup>
  );
}
