import classes from "./match-meter.module.css";

/**
 * The scores from which the meter shows one, two and three bars: of 500 answered questions (`bench -- customers`, `-- asked`) the lead
 * was right for .27 of those below the second, .52 of those below the third, .67 of those above.
 */
const steps = [0, 0.1, 0.2];

/** A passage's fit to the question, in three steps; its accessible name is the score. */
export function MatchMeter({ score }: { score: number }) {
  const name = `match ${score.toFixed(2)}`;
  return (
    <span className={classes.meter} role="img" aria-label={name} title={name}>
      {steps.map((least) => (
        <span key={least} data-full={score >= least || undefined} />
      ))}
    </span>
  );
}
