import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import type { RecordCheck } from "#contract/evidence/record.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDateTime } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Problem } from "#web/ui/parts.tsx";
import { toastError } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { stateQuery, useCheck } from "./queries.ts";
import classes from "./record.module.css";

/** The state of the record: problems first, then the last check and the signed heads. */
export function RecordState() {
  const { companyId } = useCompany();
  const { data, error, refetch } = useQuery(stateQuery(companyId));
  const check = useCheck(companyId);
  if (error !== null)
    return (
      <div className={classes.failed}>
        <Problem onRetry={() => void refetch()}>{error.message}</Problem>
      </div>
    );
  if (data === undefined) return <Waiting shape="rows" />;
  const isRunning = data.check !== null && data.check.finishedAt === null;
  const outside = data.outside.toSorted((a, b) => b.size - a.size)[0];
  const start = () =>
    check.mutate(undefined, {
      onError: (reason) => toastError("The check did not start", reasonOf(reason)),
    });
  return (
    <>
      {data.check?.outcome === "altered" && (
        <div className={classes.alarm} role="alert">
          <h2>The record was altered</h2>
          <p>{data.check.problem?.sentence}</p>
          <p>
            Keep the last head sent outside, and don't hand over any part of the record until this is
            resolved.
          </p>
        </div>
      )}
      {data.check?.outcome === "failed" && (
        <div className={classes.alarm} role="alert">
          <p>The last check could not be finished. Nothing was changed. Verify again.</p>
        </div>
      )}
      {data.troubles.map(({ what, reason, since }) => (
        <div key={what} className={classes.alarm} role="alert">
          <p>
            {what}: {reason} Since {formatDateTime(since)}.
          </p>
        </div>
      ))}
      <section className={classes.state} aria-label="State of the record">
        <dl>
          <div>
            <dt>Last check</dt>
            <dd aria-live="polite">
              {data.check === null ? "Not checked yet" : <CheckWords check={data.check} />}
              {isRunning && (
                <progress
                  aria-label="Progress of the check"
                  max={Math.max(1, data.check?.size ?? 1)}
                  value={data.check?.checked ?? 0}
                />
              )}
            </dd>
          </div>
          <div>
            <dt>Last signed head</dt>
            <dd>
              {data.head === null
                ? "None yet"
                : `${data.head.size.toLocaleString()} of ${data.size.toLocaleString()} events, ${formatDateTime(data.head.signedAt)}`}
            </dd>
          </div>
          <div>
            <dt>Last head outside</dt>
            <dd>
              {outside === undefined
                ? data.places.length === 0
                  ? "No outside place is set up: anyone with the database and the keys could rewrite the record unnoticed."
                  : "No head has been sent outside yet"
                : `${outside.size.toLocaleString()} events, ${outside.place}, ${formatDateTime(outside.deliveredAt)}`}
            </dd>
          </div>
        </dl>
        <Button
          leftSection={<ShieldCheck size={15} aria-hidden />}
          disabled={isRunning || check.isPending}
          onClick={start}
        >
          {isRunning ? "Verifying..." : "Verify now"}
        </Button>
      </section>
    </>
  );
}

function CheckWords({ check }: { check: RecordCheck }) {
  if (check.finishedAt === null)
    return <>{`${check.checked.toLocaleString()} of ${check.size.toLocaleString()} events checked`}</>;
  const at = formatDateTime(check.finishedAt);
  if (check.outcome === "altered") return <>{`Altered, found ${at}`}</>;
  if (check.outcome === "failed") return <>{`Not finished, ${at}`}</>;
  const against = check.outside === null ? "" : `, compared with the head in ${check.outside.place}`;
  const erased =
    check.erased === 0 ? "" : `; the content of ${check.erased.toLocaleString()} answers was erased`;
  return <>{`Intact: ${check.size.toLocaleString()} events, ${at}${against}${erased}`}</>;
}
