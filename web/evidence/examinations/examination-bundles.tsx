import { useQuery } from "@tanstack/react-query";
import { getExaminationBundleFile } from "#contract/evidence/examinations.ts";
import { getRecordVerifier, type RecordBundle } from "#contract/evidence/record.ts";
import { locate } from "#web/kernel/api.ts";
import { ExportLink } from "#web/identity/proof/export-link.tsx";
import { DownloadLink } from "#web/ui/download-link.tsx";
import { formatCalendarDay, formatDateTime } from "#web/ui/format.ts";
import { Empty, Problem, Spinner } from "#web/ui/parts.tsx";
import { BundleForm } from "./bundle-form.tsx";
import { examinationBundlesQuery, examinationQuery } from "./queries.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./examinations.module.css";

/** The examination, or a part of it, as an archive that verifies without this server. */
export function ExaminationBundles({ reason }: { reason: string }) {
  const list = useQuery(examinationBundlesQuery);
  return (
    <>
      <p className={classes.meta}>
        A bundle contains the events, answers and texts of the days and the theme you choose, with proof that
        any machine with Node can verify. It is removed after a week.
      </p>
      <BundleForm reason={reason} />
      <div className={classes.turns}>
        <DownloadLink href={locate(getRecordVerifier, {}).url}>Verifier</DownloadLink>
      </div>
      {list.error !== null ? (
        <Problem onRetry={() => void list.refetch()}>{list.error.message}</Problem>
      ) : list.data === undefined ? (
        <Spinner />
      ) : list.data.length === 0 ? (
        <Empty>You have no bundles yet.</Empty>
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
  const { data } = useQuery(examinationQuery);
  const state =
    status === "running"
      ? `${done.toLocaleString()} of ${(events ?? 0).toLocaleString()} events written`
      : status === "ready"
        ? `${done.toLocaleString()} events`
        : (bundle.reason ?? "waiting");
  return (
    <li className={classes.line}>
      <div>
        <p>{partWords(bundle, data?.askedThemes ?? [])}</p>
        <p className={classes.meta}>{joinFacts([formatDateTime(createdAt), state])}</p>
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

function partWords({ filters }: RecordBundle, themes: { id: number; name: string }[]): string {
  const { from = "", to = "", themeIds } = filters;
  const named = (themeIds ?? []).map((id) => themes.find((theme) => theme.id === id)?.name ?? `theme ${id}`);
  return [
    `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`,
    ...(themeIds === undefined ? ["all themes"] : named),
  ].join(", ");
}
