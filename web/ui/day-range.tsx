import { TextInput } from "@mantine/core";
import classes from "./day-range.module.css";

/** First and last day as `YYYY-MM-DD`; '' for none. `labels` are the fields' accessible names. */
export function DayRange({
  labels,
  from,
  to,
  onChange,
  className,
}: {
  labels: readonly [from: string, to: string];
  from: string;
  to: string;
  onChange: (change: { from: string } | { to: string }) => void;
  className: string | undefined;
}) {
  return (
    <div className={`${classes.range} ${className}`}>
      <TextInput
        type="date"
        aria-label={labels[0]}
        value={from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <span aria-hidden>–</span>
      <TextInput
        type="date"
        aria-label={labels[1]}
        value={to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </div>
  );
}
