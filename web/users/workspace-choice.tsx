import { Checkbox, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge, Problem, Spinner } from "../ui/parts.tsx";
import { workspacesQuery } from "../workspaces/queries.ts";
import classes from "./workspace-choice.module.css";

type Props = {
  companyId: number | undefined;
  /** In the order they were ticked: the first one is the primary. */
  chosen: number[];
  onChange(chosen: number[]): void;
  required?: boolean;
};

/** From here on nobody finds a box by looking. */
const searchFrom = 9;
const byName = new Intl.Collator(undefined, { numeric: true });

/** The workspaces of a company as boxes to tick; the first ticked is marked Primary. */
export function WorkspaceChoice({ companyId, chosen, onChange, required = false }: Props) {
  const { data, isError, refetch } = useQuery(workspacesQuery(companyId));
  const [sought, setSought] = useState("");
  const shown = (data ?? [])
    .filter(({ name }) => name.toLowerCase().includes(sought.trim().toLowerCase()))
    .toSorted((one, other) => byName.compare(one.name, other.name));
  return (
    <fieldset className={classes.choice}>
      <legend>Workspaces {required && <span className={classes.required}>*</span>}</legend>
      {isError ? (
        <Problem onRetry={() => void refetch()}>Failed to fetch workspaces</Problem>
      ) : data === undefined ? (
        <Spinner />
      ) : data.length === 0 ? (
        <p className={classes.none}>This company has no workspaces yet.</p>
      ) : (
        <>
          {data.length >= searchFrom && (
            <TextInput
              aria-label="Search workspaces"
              placeholder={
                chosen.length === 0 ? "Search workspaces" : `Search workspaces (${chosen.length} selected)`
              }
              className={classes.search}
              value={sought}
              onChange={(event) => setSought(event.currentTarget.value)}
              // Enter in a search must not send the form around it
              onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
            />
          )}
          <div className={classes.boxes}>
            {shown.length === 0 && <p className={classes.none}>No workspace is called like that.</p>}
            {shown.map(({ id, name, isActive }) => (
              <Checkbox
                key={id}
                checked={chosen.includes(id)}
                onChange={(event) =>
                  onChange(
                    event.currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id),
                  )
                }
                label={
                  <>
                    {name} {chosen[0] === id && <Badge tone="ok">Primary</Badge>}{" "}
                    {!isActive && <Badge tone="warn">Inactive</Badge>}
                  </>
                }
              />
            ))}
          </div>
        </>
      )}
    </fieldset>
  );
}
