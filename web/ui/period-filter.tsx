import { NativeSelect, TextInput } from "@mantine/core";
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
  const choose = (name: string) => (event: { currentTarget: { value: string } }) =>
    address.open({ [name]: event.currentTarget.value, page: undefined });
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
        <div className={classes.days}>
          <TextInput type="date" aria-label="From" value={address.text("from")} onChange={choose("from")} />
          <span aria-hidden>–</span>
          <TextInput type="date" aria-label="To" value={address.text("to")} onChange={choose("to")} />
        </div>
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
