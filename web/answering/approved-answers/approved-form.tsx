import { Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { ChosenCitation } from "#contract/answering/approved-answers.ts";
import { DialogForm } from "#web/ui/form.tsx";
import { ApprovedTerms, type Terms } from "./approved-terms.tsx";
import { areChosen, CitedWords } from "./cited-words.tsx";
import { WaysOfAsking } from "./ways-of-asking.tsx";

export type ApprovedValues = Terms & {
  question: string;
  otherQuestions: string[];
  answer: string;
  citations: ChosenCitation[];
};

type Props = {
  themeId: number;
  companyId: number | undefined;
  values: ApprovedValues;
  /** Of the present owner. */
  ownerName: string;
  /** What the server doubts, with its confirmation. */
  doubt: ReactNode;
  action: string;
  isSaving: boolean;
  onChange(change: Partial<ApprovedValues>): void;
  onSave(): void;
  onCancel(): void;
};

/** The fields of an approved answer; the server says which words don't stand. */
export function ApprovedForm(props: Props) {
  const { themeId, companyId, values, ownerName, doubt, action, isSaving, onChange, onSave, onCancel } =
    props;
  const { question, otherQuestions, answer, citations, tags, ownerId, reviewOn } = values;
  const isComplete = question.trim() !== "" && answer.trim() !== "" && areChosen(citations);
  return (
    <DialogForm action={action} canSave={isComplete} isSaving={isSaving} onSave={onSave} onCancel={onCancel}>
      <TextInput
        label="Question"
        required
        maxLength={1000}
        value={question}
        onChange={(event) => onChange({ question: event.currentTarget.value })}
      />
      <Textarea
        label="Other ways to ask it"
        description="One per line. All have exactly the same answer"
        autosize
        minRows={2}
        maxRows={8}
        value={otherQuestions.join("\n")}
        onChange={(event) => onChange({ otherQuestions: event.currentTarget.value.split("\n") })}
      />
      <WaysOfAsking
        themeId={themeId}
        question={question}
        chosen={otherQuestions}
        onChoose={(chosen) => onChange({ otherQuestions: chosen.filter((text) => text !== "") })}
      />
      <Textarea
        label="Answer"
        description="Each sentence ends with the marks of its sources, like [1]"
        required
        autosize
        minRows={3}
        maxRows={14}
        maxLength={20_000}
        value={answer}
        onChange={(event) => onChange({ answer: event.currentTarget.value })}
      />
      <CitedWords
        themeId={themeId}
        citations={citations}
        onChange={(chosen) => onChange({ citations: chosen })}
      />
      {doubt}
      <ApprovedTerms
        themeId={themeId}
        companyId={companyId}
        values={{ tags, ownerId, reviewOn }}
        ownerName={ownerName}
        onChange={onChange}
      />
    </DialogForm>
  );
}

/** As the API takes them: without empty lines. */
export const trimmed = (values: ApprovedValues): ApprovedValues => ({
  ...values,
  otherQuestions: values.otherQuestions.map((text) => text.trim()).filter((text) => text !== ""),
});
