import classes from "./match-meter.module.css";

/**
 * The chances from which the meter shows one, two and three bars: of 422 first quotes to newcomers' and customers' questions, near
 * misses included, .26, .51 and .79 were right (docs/decisions/answering.md).
 */
const steps = [0, 0.3, 0.6];
const meanings = [
  "weak, such a passage answers in 1 case of 4 at most",
  "fair, such a passage answers in 1 case of 2",
  "strong, such a passage answers in 4 cases of 5",
] as const;

/** Of a quoted passage's chance: 1 to 3. */
export const barsOf = (score: number) => steps.filter((least) => score >= least).length;

/**
 * The chance that a quoted passage answers the question, in three steps; its accessible name is the score. The score of any
 * other source is the search's, and only told: its room stays, so that nothing moves when a model's sources replace quotes.
 */
export function MatchMeter({ score, isChance = true }: { score: number; isChance?: boolean }) {
  const number = score.toFixed(2);
  const name = isChance
    ? `match ${number}: ${meanings[barsOf(score) - 1] ?? meanings[0]}`
    : `score ${number}`;
  return (
    <span
      className={classes.meter}
      role="img"
      aria-label={name}
      title={name}
      data-told={!isChance || undefined}
    >
      {steps.map((least) => (
        <span key={least} data-full={score >= least || undefined} />
      ))}
    </span>
  );
}
