import { useQuery } from "@tanstack/react-query";
import { deskCountQuery } from "#web/answering/desk/queries.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { useMay } from "#web/kernel/session.tsx";
import classes from "./open-work.module.css";

/** More would not fit beside the name. */
const mostShown = 99;

/** The number of rows on the desk, in the corner of the link to it: it moves nothing when it arrives. Said once, in the list. */
export function OpenWork({ isSaid = false }: { isSaid?: boolean }) {
  const { companyId } = useCompany();
  const { data } = useQuery({ ...deskCountQuery(companyId), enabled: useMay("interaction:review") });
  if (data === undefined || data.waiting === 0) return null;
  return (
    <>
      <span className={classes.count} title={`${data.waiting.toLocaleString()} in Open Work`} aria-hidden>
        {data.waiting > mostShown ? `${mostShown}+` : data.waiting}
      </span>
      {isSaid && <span className="visually-hidden"> {data.waiting.toLocaleString()} waiting</span>}
    </>
  );
}
