import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
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

/** The workspaces of a company as boxes to tick; the first ticked is marked Primary. */
export function WorkspaceChoice({ companyId, chosen, onChange, required = false }: Props) {
  const { data, isError, refetch } = useQuery(workspacesQuery(companyId));
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
        <div className={classes.boxes}>
          {data.map(({ id, name, isActive }) => (
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
      )}
    </fieldset>
  );
}
