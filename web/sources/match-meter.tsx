import classes from "./match-meter.module.css";

/** The scores from which a passage is probably right, or probably worth reading, by the score's own estimate (docs/decisions/retrieval.md). */
const steps = [0, 0.25, 0.5];

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
