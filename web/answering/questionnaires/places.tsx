import { Checkbox, NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { QuestionnaireDetails, QuestionnairePlace } from "#contract/answering/questionnaires.ts";
import { Button } from "#web/ui/button.tsx";
import { formatCount } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import { Problem } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { usePlaceQuestionnaire } from "./queries.ts";
import classes from "./questionnaires.module.css";

type Choice = Pick<QuestionnairePlace, "isUsed" | "questionColumn" | "answerColumn">;

/** Where questions were found and where answers go, to be corrected before the run. */
export function Places({ questionnaire: { id, isOwn, places } }: { questionnaire: QuestionnaireDetails }) {
  const [choices, setChoices] = useState<Choice[]>(places);
  const place = usePlaceQuestionnaire();
  const change = (index: number, changed: Partial<Choice>) =>
    setChoices(choices.map((choice, at) => (at === index ? { ...choice, ...changed } : choice)));
  const isChanged = choices.some((choice, at) => !isSame(choice, places[at]));
  const sent = choices.map(({ isUsed, questionColumn, answerColumn }) => ({
    ...{ isUsed, questionColumn, answerColumn },
  }));
  return (
    <Section
      title="Questions and answers in the file"
      about="Check where the questions are and where the answers go. Sources and confidence are written next to each answer."
    >
      <ul className={classes.places}>
        {places.map((one, index) => {
          const choice = choices[index] ?? one;
          const facts = [
            formatCount(one.questions, "question"),
            one.answered > 0 ? `${formatCount(one.answered, "row")} answered already` : "",
          ];
          return (
            <li key={one.name}>
              <Checkbox
                label={one.name}
                description={joinFacts(facts)}
                checked={choice.isUsed}
                disabled={!isOwn}
                onChange={(event) => change(index, { isUsed: event.currentTarget.checked })}
              />
              {one.columns.length > 0 && choice.isUsed && (
                <div className={classes.columns}>
                  <Column
                    label={`Questions in ${one.name}`}
                    place={one}
                    none="Choose a column"
                    value={choice.questionColumn}
                    disabled={!isOwn}
                    onChange={(questionColumn) => change(index, { questionColumn })}
                  />
                  <Column
                    label={`Answers in ${one.name}`}
                    place={one}
                    none="Beside the question"
                    value={choice.answerColumn}
                    disabled={!isOwn}
                    onChange={(answerColumn) => change(index, { answerColumn })}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {place.isError && <Problem>{reasonOf(place.error)}</Problem>}
      {isChanged && (
        <Button loading={place.isPending} onClick={() => place.mutate({ id, places: sent })}>
          Find questions again
        </Button>
      )}
    </Section>
  );
}

const isSame = (one: Choice, other: Choice | undefined) =>
  one.isUsed === other?.isUsed &&
  one.questionColumn === other.questionColumn &&
  one.answerColumn === other.answerColumn;

type ColumnProps = {
  label: string;
  place: QuestionnairePlace;
  none: string;
  value: number | null;
  disabled: boolean;
  onChange(column: number | null): void;
};

function Column({ label, place, none, value, disabled, onChange }: ColumnProps) {
  return (
    <NativeSelect
      label={label}
      value={value === null ? "" : String(value)}
      disabled={disabled}
      onChange={(event) =>
        onChange(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))
      }
      data={[
        { value: "", label: none },
        ...place.columns.map(({ index, title }) => ({ value: String(index), label: title })),
      ]}
    />
  );
}
