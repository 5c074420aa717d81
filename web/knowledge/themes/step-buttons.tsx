import { ArrowLeft, ArrowRight } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { stepNames, steps, type Step, type StepStates } from "./theme-steps.ts";
import classes from "./theme-editor.module.css";

type Props = {
  step: Step;
  states: StepStates;
  isSaving: boolean;
  onBack(): void;
  onNext(): void;
};

/** Navigates the steps of a named theme, and says what the current one still needs. */
export function StepButtons({ step, states, isSaving, onBack, onNext }: Props) {
  const next = steps[steps.indexOf(step) + 1];
  return (
    <>
      <p className={classes.note} role="status">
        {noteOf(step, states)}
      </p>
      {step !== "general" && (
        <Button leftSection={<ArrowLeft size={15} aria-hidden />} onClick={onBack}>
          Back
        </Button>
      )}
      <Button
        tone="primary"
        disabled={isSaving}
        rightSection={next !== undefined && <ArrowRight size={15} aria-hidden />}
        onClick={onNext}
      >
        {next === undefined ? "Done" : `Next: ${stepNames[next]}`}
      </Button>
    </>
  );
}

function noteOf(step: Step, { done, ready, reading }: StepStates): string {
  if (step === "documents" && ready === 0)
    return reading > 0
      ? "You can continue while documents are being read."
      : "Until a document is ready, it declines every question.";
  if (step === "agents" && !done.has("agents")) return "Only administrators can ask it so far.";
  return "";
}
