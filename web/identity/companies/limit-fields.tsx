import { NumberInput } from "@mantine/core";
import { ModelLimits } from "#contract/models/limits.ts";
import type { LimitsDraft } from "./slot-drafts.ts";
import classes from "./companies.module.css";

type Props = {
  name: "Smart" | "Smarter";
  value: LimitsDraft;
  onChange(value: LimitsDraft): void;
};

const fields = [
  [
    "readingSeconds",
    "Reading the passages",
    "A model that reads slowly gets fewer passages, so that reading takes no longer than this.",
  ],
  ["silenceSeconds", "Silence", "The longest pause in an answer before the model counts as failed."],
  ["totalSeconds", "Whole answer", "From its first word to its last."],
] as const;

/** How long Smart or Smarter may take. Folded: only a slow model of the house needs other limits. */
export function LimitFields({ name, value, onChange }: Props) {
  return (
    <details className={classes.limits}>
      <summary>Time limits of {name}</summary>
      <div>
        {fields.map(([field, label, description]) => {
          const { minValue: min, maxValue: max } = ModelLimits.shape[field];
          const isPossible = ModelLimits.shape[field].safeParse(value[field]).success;
          return (
            <NumberInput
              key={field}
              label={label}
              aria-label={`${label}, seconds, ${name}`}
              description={description}
              suffix=" s"
              hideControls
              allowDecimal={false}
              allowNegative={false}
              inputMode="numeric"
              value={value[field] ?? ""}
              error={isPossible ? null : `${min} to ${max} seconds`}
              onChange={(next) => onChange({ ...value, [field]: typeof next === "number" ? next : null })}
            />
          );
        })}
      </div>
    </details>
  );
}
