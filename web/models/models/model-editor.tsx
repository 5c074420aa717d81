import { Checkbox, NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { CatalogEntry, type CatalogRow } from "#contract/models/models.ts";
import { ModelParameter, ProviderName, providerLabels } from "#contract/models/providers.ts";
import { ApiError } from "#web/kernel/api.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { DialogForm } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { useAddModel, useChangeModel } from "./queries.ts";
import classes from "./models.module.css";

const empty: CatalogEntry = {
  provider: "openai",
  name: "",
  kind: "chat",
  contextTokens: null,
  inputPrice: null,
  outputPrice: null,
  retiresOn: null,
  successor: null,
  thinks: null,
  refuses: [],
};

/** Facts about a model. A shipped entry is never edited: the installation's own entry overrides it. */
export function ModelEditor({ model, onClose }: { model: CatalogRow | null; onClose(): void }) {
  const [opened] = useState(model);
  const [values, setValues] = useState<CatalogEntry>(() => model ?? empty);
  const add = useAddModel();
  const change = useChangeModel();
  const id = model?.id ?? null;
  const saving = id === null ? add : change;
  const problems = saving.error instanceof ApiError ? saving.error.fields : {};
  const set = (part: Partial<CatalogEntry>) => setValues((all) => ({ ...all, ...part }));
  const submit = async () => {
    try {
      if (opened === null || opened.id === null) await add.mutateAsync(values);
      else {
        const { provider: _, name: _fixed, ...facts } = CatalogEntry.parse(values);
        await change.mutateAsync({ opened: { ...opened, id: opened.id }, values: facts });
      }
      toast("Model saved");
      onClose();
    } catch (error) {
      toastError("The model was not saved", reasonOf(error));
    }
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={model === null ? "Add model" : `Edit ${model.name}`}>
      <DialogForm
        action="Save"
        canSave={values.name !== ""}
        isSaving={saving.isPending}
        onSave={() => void submit()}
        onCancel={onClose}
      >
        <div className={classes.pair}>
          <NativeSelect
            label="Provider"
            disabled={model !== null}
            value={values.provider}
            onChange={(event) =>
              set({ provider: ProviderName.catch("openai").parse(event.currentTarget.value) })
            }
            data={ProviderName.options.map((name) => ({ value: name, label: providerLabels[name] }))}
          />
          <TextInput
            label="Name"
            required
            data-autofocus={model === null || undefined}
            disabled={model !== null}
            maxLength={200}
            value={values.name}
            error={problems.name}
            onChange={(event) => set({ name: event.currentTarget.value.trim() })}
          />
        </div>
        <div className={classes.pair}>
          <NumberInput
            label="Input price"
            description="US dollars per million tokens"
            min={0}
            hideControls
            value={values.inputPrice ?? ""}
            error={problems.inputPrice}
            onChange={(value) => set({ inputPrice: numberIn(value) })}
          />
          <NumberInput
            label="Output price"
            description="US dollars per million tokens"
            min={0}
            hideControls
            value={values.outputPrice ?? ""}
            error={problems.outputPrice}
            onChange={(value) => set({ outputPrice: numberIn(value) })}
          />
        </div>
        <div className={classes.pair}>
          <TextInput
            type="date"
            label="Retires on"
            value={values.retiresOn ?? ""}
            error={problems.retiresOn}
            onChange={(event) => set({ retiresOn: event.currentTarget.value || null })}
          />
          <TextInput
            label="Successor"
            maxLength={200}
            value={values.successor ?? ""}
            error={problems.successor}
            onChange={(event) => set({ successor: event.currentTarget.value.trim() || null })}
          />
        </div>
        <div className={classes.pair}>
          <NumberInput
            label="Context"
            description="Context length in tokens"
            min={1}
            allowDecimal={false}
            hideControls
            value={values.contextTokens ?? ""}
            error={problems.contextTokens}
            onChange={(value) => set({ contextTokens: numberIn(value) })}
          />
          <NativeSelect
            label="Reasons before answering"
            description="It then gets more tokens per answer"
            value={String(values.thinks)}
            onChange={(event) =>
              set({ thinks: { true: true, false: false }[event.currentTarget.value] ?? null })
            }
            data={[
              { value: "null", label: "Unknown" },
              { value: "true", label: "Yes" },
              { value: "false", label: "No" },
            ]}
          />
        </div>
        <Checkbox.Group
          label="Refuses"
          description="Parameters that are never sent to it"
          value={values.refuses}
          onChange={(names) =>
            set({ refuses: ModelParameter.options.filter((parameter) => names.includes(parameter)) })
          }
        >
          <div className={classes.refuses}>
            {ModelParameter.options.map((parameter) => (
              <Checkbox key={parameter} value={parameter} label={parameter} />
            ))}
          </div>
        </Checkbox.Group>
      </DialogForm>
    </Modal>
  );
}

function numberIn(value: string | number): number | null {
  return typeof value === "number" ? value : null;
}
