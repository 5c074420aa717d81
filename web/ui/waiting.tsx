import classes from "./waiting.module.css";

const amounts = { cards: 6, rows: 8, lines: 4 };

/**
 * The outline of a list that is on its way: what comes stands where the eye waits already. `rows` of a table on a sheet,
 * `lines` on the ground they are in. An answer that comes at once shows none of it.
 */
export function Waiting({ shape }: { shape: keyof typeof amounts }) {
  return (
    <div role="status" aria-label="Loading" className={classes.waiting} data-shape={shape}>
      {Array.from({ length: amounts[shape] }, (_, place) => (
        <div key={place} className={classes.thing} aria-hidden />
      ))}
    </div>
  );
}
