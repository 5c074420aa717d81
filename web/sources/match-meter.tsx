import classes from "./match-meter.module.css";

/** From this score on a passage is likely the right one, and likely enough to read: of the score's estimate (docs/decisions/retrieval.md). */
const steps = [0, 0.25, 0.5];

/** How well a passage fits the question, in three steps; the score itself is its name. */
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
