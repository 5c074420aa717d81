import type { ThemeActivity } from "#contract/knowledge/themes.ts";
import { Sparkline } from "#web/ui/sparkline.tsx";
import classes from "./theme-row.module.css";

/** Questions of the last seven days as a line, with the number declined. */
export function WeekLine({ days }: { days: ThemeActivity["days"] }) {
  const asked = days.reduce((sum, day) => sum + day.asked, 0);
  const declined = days.reduce((sum, day) => sum + day.declined, 0);
  if (asked === 0) return <span className={classes.quiet}>Not asked this week</span>;
  // a percentage of fewer than twenty overstates precision
  const share = asked < 20 ? `${declined} declined` : `${Math.round((100 * declined) / asked)}% declined`;
  return (
    <>
      <Sparkline counts={days.map((day) => day.asked)} />
      <span className={classes.figures}>
        <span>{asked} in 7 days</span>
        <span className={classes.quiet}>{share}</span>
      </span>
    </>
  );
}
