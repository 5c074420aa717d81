import { NumberInput, Select, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey } from "#contract/identity/api-keys.ts";
import { ApiError } from "#web/kernel/api.ts";
import { DialogForm, Pair } from "#web/ui/form.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Modal } from "#web/ui/modal.tsx";
import { NameField } from "#web/ui/name-field.tsx";
import { toastError } from "#web/ui/toast.tsx";
import { endOf, linesOf, problemOf } from "./lines.ts";
import { keyThemesQuery, useCreateWidgetKey } from "./queries.ts";

const usual = {
  name: "",
  themeId: null as number | null,
  allowedOrigins: "",
  visitorQuestionsPerHour: 20,
  questionsPerDay: 1_000,
  expiresOn: "",
};

type Props = { companyId: number | undefined; onClose(): void; onCreated(key: ApiKey): void };

/** Creates the key of a widget, then shows how to embed it. */
export function WidgetEditor({ companyId, onClose, onCreated }: Props) {
  const [values, setValues] = useState(usual);
  const { data: themes = [] } = useQuery(keyThemesQuery(companyId));
  const create = useCreateWidgetKey();
  const problems = create.error instanceof ApiError ? create.error.fields : {};
  const set = (part: Partial<typeof usual>) => setValues((all) => ({ ...all, ...part }));
  const { themeId, expiresOn, ...body } = values;
  const submit = async () => {
    if (themeId === null) return;
    try {
      const key = await create.mutateAsync({
        ...body,
        companyId,
        themeId,
        allowedOrigins: linesOf(values.allowedOrigins),
        expiresAt: endOf(expiresOn),
      });
      onClose();
      onCreated(key);
    } catch (error) {
      toastError("The widget was not created", reasonOf(error));
    }
  };
  return (
    <Modal opened onClose={onClose} size="lg" title="Create widget">
      <DialogForm
        action="Create widget"
        busy="Creating..."
        canSave={values.name.trim() !== "" && themeId !== null && values.allowedOrigins.trim() !== ""}
        isSaving={create.isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <NameField
          description="Only your company sees it, such as “Help pages”"
          value={values.name}
          error={problems.name}
          onChange={(name) => set({ name })}
        />
        <Select
          label="Theme"
          description="Everything in its documents can be quoted to visitors"
          required
          searchable
          data={themes.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={themeId === null ? null : String(themeId)}
          error={problems.themeId}
          onChange={(value) => set({ themeId: value === null ? null : Number(value) })}
        />
        <Textarea
          label="Websites that show it"
          description="One address per line, such as https://www.example.com"
          required
          autosize
          minRows={2}
          maxRows={6}
          value={values.allowedOrigins}
          error={problemOf(problems, "allowedOrigins")}
          onChange={(event) => set({ allowedOrigins: event.currentTarget.value })}
        />
        <Pair>
          <NumberInput
            label="Questions per visitor per hour"
            description="An office on one address is one visitor"
            min={1}
            max={200}
            allowDecimal={false}
            value={values.visitorQuestionsPerHour}
            error={problems.visitorQuestionsPerHour}
            onChange={(value) => set({ visitorQuestionsPerHour: Number(value) })}
          />
          <NumberInput
            label="Questions of all visitors in a day"
            description="Then it answers again the next day"
            min={1}
            max={100_000}
            allowDecimal={false}
            value={values.questionsPerDay}
            error={problems.questionsPerDay}
            onChange={(value) => set({ questionsPerDay: Number(value) })}
          />
        </Pair>
        <TextInput
          type="date"
          label="Last day"
          description="Empty: until you revoke it"
          value={expiresOn}
          error={problems.expiresAt}
          onChange={(event) => set({ expiresOn: event.currentTarget.value })}
        />
      </DialogForm>
    </Modal>
  );
}
