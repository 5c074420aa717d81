import { Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { FetchProblem } from "#web/ui/fetch-problem.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Spinner } from "#web/ui/parts.tsx";
import { toastError } from "#web/ui/toast.tsx";
import { examinationQuery, useMakeExaminationBundle } from "./queries.ts";
import classes from "./examinations.module.css";

/** Days and theme of a bundle, within the examination; by default, all of it. */
export function BundleForm({ reason }: { reason: string }) {
  const { data, error, refetch } = useQuery(examinationQuery);
  const [period, setPeriod] = useState<{ from?: string; to?: string }>({});
  const [themeId, setThemeId] = useState<string | null>(null);
  const make = useMakeExaminationBundle();
  if (error !== null) return <FetchProblem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Spinner />;
  const { from = data.from, to = data.to } = period;
  const days = { type: "date", min: data.from, max: data.to, required: true };
  const start = () =>
    make.mutate(
      { reason, from, to, themeIds: themeId === null ? [] : [Number(themeId)] },
      { onError: (failure) => toastError("The bundle was not started", reasonOf(failure)) },
    );
  return (
    <form
      className={classes.part}
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <TextInput
        {...days}
        label="First day (UTC)"
        value={from}
        onChange={(event) => setPeriod({ ...period, from: event.currentTarget.value })}
      />
      <TextInput
        {...days}
        label="Last day (UTC)"
        value={to}
        error={from > to ? "This is before the first day" : null}
        onChange={(event) => setPeriod({ ...period, to: event.currentTarget.value })}
      />
      {data.askedThemes.length > 1 && (
        <Select
          label="Theme"
          placeholder="All themes"
          clearable
          clearButtonProps={{ "aria-label": "All themes of the examination" }}
          data={data.askedThemes.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={themeId}
          onChange={setThemeId}
        />
      )}
      <Button type="submit" tone="primary" disabled={make.isPending || from > to}>
        Make bundle
      </Button>
    </form>
  );
}
