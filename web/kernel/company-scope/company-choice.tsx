import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { remoteOptionsQuery, nameOf } from "#web/ui/remote-options.ts";
import { useCompany } from "./company.ts";
import { distinctLabels } from "#web/ui/distinct-labels.ts";
import { companySource, recordedCompanyQuery, recordedCompanySource } from "./queries.ts";
import classes from "./company-choice.module.css";

// the dropdown with search is needed only for many companies
const RemoteSelect = lazy(() =>
  import("#web/ui/remote-select.tsx").then((module) => ({ default: module.RemoteSelect })),
);

// opens like every picker (web/kernel/kit.tsx), but wider than the field, which on a phone is narrower than names
const place = {
  withinPortal: false,
  floatingStrategy: "fixed",
  width: 280,
  position: "bottom-end",
} as const;

type Props = {
  label: string;
  /** The label for no company: 'All Companies'. */
  none: string;
  size?: "xs";
  className?: string;
  /** For screens that show the record, which outlives its company. */
  withDeleted?: boolean;
};

/** A super admin's current company: a native list for a few companies, a search field for many. */
export function CompanyChoice({ label, none, size, className, withDeleted = false }: Props) {
  const { companyId, choose } = useCompany();
  // pressed before the number of companies is known: the search field opens in its place
  const [isPressed, setPressed] = useState(false);
  const source = withDeleted ? recordedCompanySource : companySource;
  const { data } = useQuery(remoteOptionsQuery(source, ""));
  const named = useQuery({ ...recordedCompanyQuery(companyId ?? 0), enabled: companyId !== undefined });
  const rows = (data?.rows ?? []).map((company) => ({ id: company.id, label: source.labelOf(company) }));
  const value = companyId === undefined ? "" : String(companyId);
  const name = nameOf("Company", companyId, named, source.labelOf);
  if (companyId !== undefined && !rows.some(({ id }) => id === companyId))
    rows.unshift({ id: companyId, label: name });
  const companies = [...distinctLabels(rows)].map(([id, label]) => ({ value: String(id), label }));
  const look = { "aria-label": label, size, className: `${classes.choice} ${className ?? ""}` };
  const list = (
    <NativeSelect
      {...look}
      value={value}
      onFocus={() => setPressed(true)}
      onBlur={() => setPressed(false)}
      onChange={(event) => choose(Number(event.currentTarget.value) || undefined)}
      data={[{ value: "", label: none }, ...companies]}
    />
  );
  if (data === undefined || data.total <= data.rows.length) return list;
  return (
    <Suspense fallback={list}>
      <RemoteSelect
        {...look}
        source={source}
        chosen={companyId === undefined ? null : { id: companyId, label: name }}
        none={none}
        allowDeselect={false}
        opens={isPressed}
        comboboxProps={place}
        onChoose={(company) => choose(company?.id)}
      />
    </Suspense>
  );
}
