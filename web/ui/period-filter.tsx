import { NativeSelect } from "@mantine/core";
import { DayRange } from "./day-range.tsx";
import type { ActiveFilter } from "./filter-bar.tsx";
import { periodNames, periodOf, periodText } from "./period.ts";
import { useSearchParams } from "./search-params.ts";
import classes from "./filter-bar.module.css";

const periods = [
  { value: "", label: "All time" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "custom", label: "Custom" },
];

/** The last days, or a date range, kept in the URL. */
export function PeriodFilter() {
  const address = useSearchParams(periodNames);
  const period = periodOf(address);
  return (
    <div className={classes.period}>
      <NativeSelect
        label="Period"
        value={period}
        onChange={(event) =>
          address.open({ period: event.currentTarget.value, from: undefined, to: undefined, page: undefined })
        }
        data={offered(period)}
      />
      {period === "custom" && (
        <DayRange
          className={classes.days}
          labels={["From", "To"]}
          from={address.text("from")}
          to={address.text("to")}
          onChange={(change) => address.open({ ...change, page: undefined })}
        />
      )}
    </div>
  );
}

/** The URL can hold any number of days. */
function offered(period: string) {
  return periods.some(({ value }) => value === period)
    ? periods
    : [...periods, { value: period, label: `${period} days` }];
}

/** A period's chip; none for all time. */
export function chosenPeriod(address: Parameters<typeof periodText>[0]): ActiveFilter[] {
  const text = periodText(address);
  return text === null ? [] : [{ label: "Period", text, names: periodNames }];
}
