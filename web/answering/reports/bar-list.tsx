import { Counted } from "./counted.tsx";
import { barWidth } from "./figures.ts";
import classes from "./reports.module.css";

type Bar = {
  key: string;
  label: string;
  count: number;
  /** Leads to the rows counted. */
  search?: Record<string, string>;
  tone?: "ok" | "bad";
  /** The previous period's count, as a hairline across the bar. */
  before?: number | undefined;
};
type Props = {
  title: string;
  /** Chronological bars come oldest first; a long list scrolls to the newest. */
  bars: Bar[];
};

/** Above this many rows the list scrolls in its own region instead of stretching the page. */
const fitting = 31;

/** Counts as bars, widest first or chronological; a zero has no bar. */
export function BarList({ title, bars }: Props) {
  const most = Math.max(0, ...bars.map((bar) => Math.max(bar.count, bar.before ?? 0)));
  const hasBefore = bars.some(({ before }) => before !== undefined && before > 0);
  const isLong = bars.length > fitting;
  const shown = isLong ? bars.toReversed() : bars;
  return (
    <div
      className={classes.bars}
      data-long={isLong || undefined}
      {...(isLong ? { role: "region", "aria-label": title, tabIndex: 0 } : {})}
    >
      <dl>
        {shown.map((bar) => (
          <div key={bar.key}>
            <dt>{bar.label}</dt>
            <dd>
              <span className={classes.track} aria-hidden>
                {bar.count > 0 && (
                  <span
                    className={classes.bar}
                    data-tone={bar.tone}
                    style={{ width: `${barWidth(bar.count, most)}%` }}
                  />
                )}
                {hasBefore && bar.before !== undefined && bar.before > 0 && (
                  <span className={classes.was} style={{ left: `${barWidth(bar.before, most)}%` }} />
                )}
              </span>
              <span className={classes.number}>
                {bar.search === undefined ? (
                  bar.count.toLocaleString()
                ) : (
                  <Counted count={bar.count} search={bar.search} />
                )}
                {hasBefore && bar.before !== undefined && (
                  <span className="visually-hidden">, previous period {bar.before.toLocaleString()}</span>
                )}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {hasBefore && (
        <p className={classes.wasKey} aria-hidden>
          <span /> previous period
        </p>
      )}
    </div>
  );
}
