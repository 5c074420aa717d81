import { noTags } from "#contract/kernel/values.ts";
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { themesQuery } from "#web/knowledge/themes/theme-queries.ts";
import { displayName } from "#web/identity/users/person-name.ts";
import { useUser } from "#web/kernel/session.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { ApprovedForm, trimmed, type ApprovedValues } from "./approved-form.tsx";
import { useCreateApproved } from "./queries.ts";
import { useVouching } from "./vouching.tsx";

const empty: Omit<ApprovedValues, "ownerId"> = {
  question: "",
  otherQuestions: [],
  answer: "",
  citations: [{ documentId: 0, quote: "" }],
  tags: noTags,
  reviewOn: null,
};

type Props = {
  companyId: number | undefined;
  /** The question to answer. */
  start?: { themeId: number; question: string; expert: { answer: string | null } | null };
  onClose(): void;
};

/** An approved answer, from nothing or to a question. */
export function WriteAnswer({ companyId, start, onClose }: Props) {
  const { data } = useQuery(themesQuery({ companyId, page: 1, pageSize: 200, sort: "name" }));
  const themes = data?.rows ?? [];
  const user = useUser();
  const [named, setNamed] = useState<number | null>(start?.themeId ?? null);
  const themeId = named ?? themes[0]?.id ?? 0;
  const [values, setValues] = useState({
    ...empty,
    question: start?.question.replace(/\s+/g, " ").slice(0, 1000) ?? "",
    // an expert's answer is the proposal
    answer: start?.expert?.answer ?? "",
    ownerId: user.id,
  });
  const create = useCreateApproved();
  const { vouchedFor, doubts, forget, field } = useVouching();
  const save = async () => {
    try {
      const { state } = await create.mutateAsync({ themeId, ...trimmed(values), vouchedFor });
      toast(
        state === "active" ? "Answer approved" : "Answer proposed",
        state === "active" ? undefined : "It answers once someone else approves it.",
      );
      onClose();
    } catch (failure) {
      if (!doubts(failure)) toastError("The answer was not saved", reasonOf(failure));
    }
  };
  return (
    <Modal opened onClose={onClose} size={720} title="Write an approved answer">
      <NativeSelect
        mb="md"
        label="Theme"
        value={String(themeId)}
        onChange={(event) => setNamed(Number(event.currentTarget.value))}
        data={themes.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <ApprovedForm
        key={themeId}
        themeId={themeId}
        companyId={companyId}
        ownerName={displayName(user)}
        values={values}
        action="Approve Answer"
        isSaving={create.isPending}
        doubt={field}
        onChange={(change) => {
          forget(change);
          setValues((all) => ({ ...all, ...change }));
        }}
        onSave={() => void save()}
        onCancel={onClose}
      />
    </Modal>
  );
}
