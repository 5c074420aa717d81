import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { deskCountQuery } from "#web/answering/desk/queries.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { useMay } from "#web/kernel/session.tsx";
import classes from "./open-work.module.css";

/** More would not fit beside the name. */
const mostShown = 99;

function useWaiting(): number {
  const { companyId } = useCompany();
  const { data } = useQuery({ ...deskCountQuery(companyId), enabled: useMay("interaction:review") });
  return data?.waiting ?? 0;
}

const shown = (waiting: number) => (waiting > mostShown ? `${mostShown}+` : waiting);

/** The number of rows of open work, in the corner of the entry that leads there: it moves nothing when it arrives. */
export function OpenWork() {
  const waiting = useWaiting();
  if (waiting === 0) return null;
  return (
    <span className={classes.count} title={`${waiting.toLocaleString()} in open work`} aria-hidden>
      {shown(waiting)}
    </span>
  );
}

/** The number as a link to the list, which says it once. */
export function OpenWorkLink({ className, onClick }: { className: string; onClick(): void }) {
  const { companyId } = useCompany();
  const waiting = useWaiting();
  if (waiting === 0) return null;
  return (
    <Link
      to="/admin"
      search={{ tab: "interactions", status: "work", companyId }}
      className={className}
      aria-label={`${waiting.toLocaleString()} in open work`}
      onClick={onClick}
    >
      {shown(waiting)}
    </Link>
  );
}
