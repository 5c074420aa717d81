import type { Bucket } from "./buckets.ts";
import { Counted } from "./counted.tsx";
import classes from "./columns.module.css";

/** The most columns with room for labels. */
const mostLabels = 6;

type Props = {
  title: string;
  buckets: Bucket[];
  /** What is counted are rows of the interactions, to which each column leads. */
  countsRows?: boolean;
};

/** Counts over time as columns, oldest on the left, the previous period as a hairline over each. */
export function Columns({ title, buckets, countsRows = false }: Props) {
  const most = Math.max(1, ...buckets.map(({ count, before }) => Math.max(count, before ?? 0)));
  const [highest] = buckets.toSorted((one, other) => other.count - one.count);
  const every = Math.ceil(buckets.length / mostLabels);
  // an empty period is no basis for comparison
  const hasBefore = buckets.some(({ before }) => before !== null && before > 0);
  return (
    <figure className={classes.figure}>
      <ol className={classes.columns} aria-label={title}>
        {buckets.map(({ key, label, days, count, before }, index) => (
          <li key={key} title={textOf(label, count, before)}>
            {countsRows ? (
              <Counted count={count} search={days} className={classes.whole}>
                <Column text={textOf(label, count, before)} height={count / most} />
              </Counted>
            ) : (
              <Column text={textOf(label, count, before)} height={count / most} />
            )}
            {hasBefore && before !== null && (
              <span className={classes.before} style={{ bottom: `${(before / most) * 100}%` }} aria-hidden />
            )}
            {index % every === 0 && (
              <span className={classes.label} aria-hidden>
                {label.replace("Week of ", "")}
              </span>
            )}
          </li>
        ))}
      </ol>
      <figcaption>
        {highest !== undefined && (
          <>
            {"Highest "}
            {countsRows ? (
              <Counted count={highest.count} search={highest.days} />
            ) : (
              highest.count.toLocaleString()
            )}
            {`, ${highest.label.replace(/^Week/, "week")}`}
          </>
        )}
        {hasBefore && (
          <>
            {" · "}
            <span className={classes.key} aria-hidden /> previous period
          </>
        )}
      </figcaption>
    </figure>
  );
}

/** @param height as a share of the highest column's */
function Column({ text, height }: { text: string; height: number }) {
  return (
    <>
      <span className="visually-hidden">{text}</span>
      <span className={classes.column} style={{ height: `${height * 100}%` }} aria-hidden />
    </>
  );
}

function textOf(label: string, count: number, before: number | null): string {
  const now = `${label}: ${count.toLocaleString()}`;
  return before === null ? now : `${now}, previous period ${before.toLocaleString()}`;
}
