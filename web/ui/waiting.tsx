import classes from "./waiting.module.css";

const amounts = { cards: 6, rows: 8, lines: 4 };

/**
 * A loading list's outline, in the place of its content. `rows` of a table on a sheet, `lines` on their background. An
 * instant answer shows no outline.
 */
export function Waiting({ shape }: { shape: keyof typeof amounts }) {
  return (
    <div role="status" aria-label="Loading" className={classes.waiting} data-shape={shape} data-waiting>
      {Array.from({ length: amounts[shape] }, (_, index) => (
        <div key={index} className={classes.thing} aria-hidden />
      ))}
    </div>
  );
}
