import classes from "./match-meter.module.css";

/**
 * The scores from which the meter shows one, two and three bars: of 500 answered questions (`bench -- customers`, `-- asked`) the lead
 * was right for .27 of those below the second, .52 of those below the third, .67 of those above.
 */
const steps = [0, 0.1, 0.2];
const meanings = [
  "weak, such a first quote is right in 1 case of 4",
  "fair, such a first quote is right in 1 case of 2",
  "strong, such a first quote is right in 2 cases of 3",
] as const;

/** A passage's fit to the question, in three steps; its accessible name is the score. */
export function MatchMeter({ score }: { score: number }) {
  const bars = steps.filter((least) => score >= least).length;
  const name = `match ${score.toFixed(2)}: ${meanings[bars - 1] ?? meanings[0]}`;
  return (
    <span className={classes.meter} role="img" aria-label={name} title={name}>
      {steps.map((least) => (
        <span key={least} data-full={score >= least || undefined} />
      ))}
    </span>
  );
}
