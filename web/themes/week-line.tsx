import type { ThemeActivity } from "#contract/themes.ts";
import classes from "./theme-row.module.css";

const width = 84;
const height = 22;

/** Questions of the last seven days as a line, with the number declined. */
export function WeekLine({ days }: { days: ThemeActivity["days"] }) {
  const asked = days.reduce((sum, day) => sum + day.asked, 0);
  const declined = days.reduce((sum, day) => sum + day.declined, 0);
  if (asked === 0) return <span className={classes.quiet}>Not asked this week</span>;
  const most = Math.max(...days.map((day) => day.asked));
  const points = days.map((day, place) => {
    const x = 1 + (place * (width - 2)) / (days.length - 1);
    return `${x.toFixed(1)},${(height - 2 - (day.asked / most) * (height - 4)).toFixed(1)}`;
  });
  // a percentage of fewer than twenty overstates precision
  const share = asked < 20 ? `${declined} declined` : `${Math.round((100 * declined) / asked)}% declined`;
  return (
    <>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
        <polyline points={points.join(" ")} />
      </svg>
      <span className={classes.figures}>
        {asked} in 7 days
        <br />
        <span className={classes.quiet}>{share}</span>
      </span>
    </>
  );
}
