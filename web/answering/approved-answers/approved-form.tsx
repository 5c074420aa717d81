import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ChosenCitation } from "#contract/answering/approved-answers.ts";
import type { SelectedTags } from "#contract/kernel/values.ts";
import { displayName } from "#web/identity/users/person-name.ts";
import { TagGroupField } from "#web/knowledge/tags/tag-group-field.tsx";
import { tagsQuery } from "#web/knowledge/themes/theme-queries.ts";
import { DialogForm } from "#web/ui/form.tsx";
import { areChosen, CitedWords } from "./cited-words.tsx";
import { ownersQuery } from "./queries.ts";
import { WaysOfAsking } from "./ways-of-asking.tsx";

export type ApprovedValues = {
  question: string;
  otherQuestions: string[];
  answer: string;
  citations: ChosenCitation[];
  tags: SelectedTags;
  ownerId: number;
  reviewOn: string | null;
};

type Props = {
  themeId: number;
  companyId: number | undefined;
  values: ApprovedValues;
  /** Of the present owner. */
  ownerName: string;
  action: string;
  isSaving: boolean;
  onChange(change: Partial<ApprovedValues>): void;
  onSave(): void;
  onCancel(): void;
};

/** The groups of tags that limit an answer; without any, it holds for every question without a chosen tag. */
const holdsFor = [
  { group: "states", label: "Only for these states", tone: "states", from: "stateTags" },
  { group: "products", label: "Only for these products", tone: "products", from: "productTags" },
] as const;

/** The fields of an approved answer; the server says which words don't stand. */
export function ApprovedForm(props: Props) {
  const { themeId, companyId, values, ownerName, action, isSaving, onChange, onSave, onCancel } = props;
  const { data: known } = useQuery(tagsQuery(themeId));
  const { data: people = [] } = useQuery(ownersQuery(companyId));
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
        label="Further ways of asking it"
        description="One on each line. Each has exactly the same answer"
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
      {holdsFor.map(({ group, label, tone, from }) => (
        <TagGroupField
          key={group}
          label={label}
          tone={tone}
          tags={tags[group]}
          suggestions={known?.[from] ?? []}
          onChange={(chosen) => onChange({ tags: { ...tags, [group]: chosen } })}
        />
      ))}
      <NativeSelect
        label="Owner"
        description="Looks after it, and is told when it is suspended"
        value={String(ownerId)}
        onChange={(event) => onChange({ ownerId: Number(event.currentTarget.value) })}
        data={[
          ...people.map((person) => ({ value: String(person.id), label: displayName(person) })),
          // a former administrator, or a super admin
          ...(people.some(({ id }) => id === ownerId) ? [] : [{ value: String(ownerId), label: ownerName }]),
        ]}
      />
      <TextInput
        type="date"
        label="Review date"
        description="Its owner looks at it again on that day; it answers beyond it"
        value={reviewOn ?? ""}
        onChange={(event) => onChange({ reviewOn: event.currentTarget.value || null })}
      />
    </DialogForm>
  );
}

/** As the API takes them: without empty lines. */
export const trimmed = (values: ApprovedValues): ApprovedValues => ({
  ...values,
  otherQuestions: values.otherQuestions.map((text) => text.trim()).filter((text) => text !== ""),
});
