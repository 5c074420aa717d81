import { Autocomplete, NativeSelect, type ComboboxParsedItem } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Company, ModelInForce } from "#contract/identity/companies.ts";
import type { ModelChoice, OfferedModel } from "#contract/models/models.ts";
import { ProviderName, providerLabels } from "#contract/models/providers.ts";
import type { ModelType } from "#contract/kernel/values.ts";
import { Button } from "#web/ui/button.tsx";
import { offeredModelsQuery } from "./queries.ts";
import { factsOf } from "./model-facts.ts";
import classes from "./companies.module.css";

type Props = {
  company: Company;
  modelType: ModelType;
  name: "Smart" | "Smarter";
  inForce: ModelInForce;
  /** null: the installation's default. */
  value: ModelChoice | null;
  error: string | undefined;
  onChange(value: ModelChoice | null): void;
};

/** Smart's or Smarter's provider and model, from the provider's list. */
export function ModelChoiceFields({ company, modelType, name, inForce, value, error, onChange }: Props) {
  const { installation } = inForce;
  const provider = value?.provider ?? installation.provider;
  const { data, isPending } = useQuery(offeredModelsQuery({ id: company.id, modelType, provider }));
  const offered = data?.models ?? [];
  const model = value?.model ?? installation.model;
  const known = offered.find((one) => one.name === model);
  const message = value === null ? null : (data?.message ?? null);
  const chooseProvider = (chosen: string) => {
    const next = ProviderName.safeParse(chosen).data;
    if (next === undefined) return onChange(null);
    onChange({ provider: next, model: next === installation.provider ? installation.model : "" });
  };
  return (
    <>
      <div className={classes.choice}>
        <NativeSelect
          label={`${name} provider`}
          value={value?.provider ?? ""}
          onChange={(event) => chooseProvider(event.currentTarget.value)}
          data={[
            { value: "", label: `Default: ${providerLabels[installation.provider]}, ${installation.model}` },
            ...(data?.providers ?? []).map((one) => ({ value: one, label: providerLabels[one] })),
          ]}
        />
        {value !== null && (
          <Autocomplete
            label={`${name} model`}
            required
            placeholder={isPending ? "Asking the provider …" : "Choose or type a name"}
            data={offered.map((one) => one.name)}
            limit={60}
            filter={({ options, search }) => matching(options, search)}
            maxLength={200}
            value={value.model}
            error={error}
            onChange={(next) => onChange({ ...value, model: next.trim() })}
          />
        )}
      </div>
      {/* reserves space until loaded: the provider’s reply must not move the key */}
      <p className={classes.hint} data-facts>
        {known === undefined ? message : factsOf(known)}
      </p>
      {known !== undefined && message !== null && <p className={classes.hint}>{message}</p>}
      <Ending
        retirement={known?.retirement ?? (model === inForce.model ? inForce.retirement : null)}
        onUse={(successor) => onChange({ provider, model: successor })}
      />
    </>
  );
}

/** All of them while the field holds a listed model: opening it means looking for others. */
function matching(options: ComboboxParsedItem[], typed: string): ComboboxParsedItem[] {
  const named = (item: ComboboxParsedItem) => ("label" in item ? item.label.toLowerCase() : "");
  const wanted = typed.trim().toLowerCase();
  if (options.some((item) => named(item) === wanted)) return options;
  return options.filter((item) => named(item).includes(wanted));
}

type EndingProps = { retirement: OfferedModel["retirement"]; onUse(successor: string): void };

function Ending({ retirement, onUse }: EndingProps) {
  if (retirement === null) return null;
  const { message, successor } = retirement;
  return (
    <div className={classes.ending}>
      <p>{message}</p>
      {successor !== null && (
        <Button size="compact-sm" onClick={() => onUse(successor)}>
          Use {successor}
        </Button>
      )}
    </div>
  );
}
