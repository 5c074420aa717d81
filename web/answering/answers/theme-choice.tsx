import { memo } from "react";
import type { Theme } from "#contract/knowledge/themes.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { modelNames } from "#web/models/models/model-names.ts";
import { RemoteSelect } from "#web/ui/remote-select.tsx";
import { Badge } from "#web/ui/parts.tsx";
import { modelSign } from "./model-sign.tsx";
import { askableSource } from "#web/knowledge/themes/theme-queries.ts";
import classes from "./workbench.module.css";

export type ThemeChoiceProps = { chosen: Theme; onChoose(theme: Theme): void };

/** Each option shows its model type (docs/specification/answers.md). Doesn't re-render while the user types a question. */
const ThemeChoice = memo(function ThemeChoice({
  chosen,
  onChoose,
  opens,
}: ThemeChoiceProps & { opens: boolean }) {
  const { companyId } = useCompany();
  return (
    <RemoteSelect
      label="Theme"
      source={askableSource(companyId)}
      chosen={{ id: chosen.id, label: chosen.name }}
      onChoose={(theme) => theme !== null && onChoose(theme)}
      allowDeselect={false}
      opens={opens}
      {...modelSign(chosen)}
      optionOf={(theme, label) => (
        <span className={classes.option}>
          {label} <Badge>{modelNames[theme.modelType]}</Badge>
        </span>
      )}
    />
  );
});
export default ThemeChoice;
