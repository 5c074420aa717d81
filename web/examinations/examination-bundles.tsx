import { useQuery } from "@tanstack/react-query";
import { getExaminationBundleFile } from "#contract/examinations.ts";
import { getRecordVerifier } from "#contract/record.ts";
import type { RecordBundle } from "#contract/record.ts";
import { locate } from "../api.ts";
import { ExportLink } from "../proof/export-link.tsx";
import { Button } from "../ui/button.tsx";
import { DownloadLink } from "../ui/download-link.tsx";
import { formatDateTime } from "../ui/format.ts";
import { reasonOf } from "../ui/invalidating-mutation.ts";
import { Empty, Problem, Spinner } from "../ui/parts.tsx";
import { toastError } from "../ui/toast.tsx";
import { examinationBundlesQuery, useMakeExaminationBundle } from "./queries.ts";
import classes from "./examinations.module.css";

/** Everything in the examination's scope as an archive that verifies without this server. */
export function ExaminationBundles({ reason }: { reason: string }) {
  const list = useQuery(examinationBundlesQuery);
  const make = useMakeExaminationBundle();
  const start = () =>
    make.mutate(
      { reason },
      { onError: (error) => toastError("The bundle was not started", reasonOf(error)) },
    );
  return (
    <>
      <p className={classes.meta}>
        A bundle holds the events, answers and texts of the examination, and proves them on any machine with
        Node. It is removed after a week.
      </p>
      <div className={classes.turns}>
        <Button tone="primary" disabled={make.isPending} onClick={start}>
          Make bundle
        </Button>
        <DownloadLink href={locate(getRecordVerifier, {}).url}>Verifier</DownloadLink>
      </div>
      {list.error !== null ? (
        <Problem onRetry={() => void list.refetch()}>{list.error.message}</Problem>
      ) : list.data === undefined ? (
        <Spinner />
      ) : list.data.length === 0 ? (
        <Empty>You have made no bundle yet.</Empty>
      ) : (
        <ul className={classes.rows} aria-label="Bundles" aria-live="polite">
          {list.data.map((bundle) => (
            <Bundle key={bundle.id} bundle={bundle} reason={reason} />
          ))}
        </ul>
      )}
    </>
  );
}

function Bundle({ bundle, reason }: { bundle: RecordBundle; reason: string }) {
  const { id, status, createdAt, done, events } = bundle;
  const state =
    status === "running"
      ? `${done.toLocaleString()} of ${(events ?? 0).toLocaleString()} events written`
      : status === "ready"
        ? `${done.toLocaleString()} events`
        : (bundle.reason ?? "waiting");
  return (
    <li className={classes.line}>
      <div>
        <p>{`${formatDateTime(createdAt)} · ${state}`}</p>
        {status === "running" && (
          <progress aria-label={`Progress of bundle ${id}`} max={Math.max(1, events ?? 1)} value={done} />
        )}
        {bundle.sha256 !== null && <p className={classes.hash}>SHA-256 {bundle.sha256}</p>}
      </div>
      {status === "ready" && (
        <ExportLink href={locate(getExaminationBundleFile, { id, reason }).url}>Download bundle</ExportLink>
      )}
    </li>
  );
}
