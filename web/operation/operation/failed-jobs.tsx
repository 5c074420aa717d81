import { useQuery } from "@tanstack/react-query";
import type { FailedJob } from "#contract/operation/operation.ts";
import { Button } from "#web/ui/button.tsx";
import { FetchProblem } from "#web/ui/fetch-problem.tsx";
import { formatAgo } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { restoreFocusOnRemoval } from "#web/ui/restore-focus.ts";
import { Empty } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { jobNames } from "./job-names.ts";
import { failedJobsQuery, useRetryJobs } from "./queries.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./operation.module.css";

export function FailedJobs() {
  const { data, error, refetch } = useQuery(failedJobsQuery);
  const retry = useRetryJobs();
  const run = (jobs: Parameters<typeof retry.mutate>[0]) =>
    retry.mutate(jobs, {
      onSuccess: ({ retried }) => toast(retried === 1 ? "The job runs again" : `${retried} jobs run again`),
      onError: (reason) => toastError("No job was run again", reasonOf(reason)),
    });
  const kinds = [...Map.groupBy(data ?? [], ({ name }) => name)].filter(([, jobs]) => jobs.length > 1);
  return (
    <Section
      ref={restoreFocusOnRemoval}
      title="Failed jobs"
      about="Kept for a day. Run them again once the cause is fixed."
    >
      {data === undefined && error !== null ? (
        <FetchProblem error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting shape="rows" />
      ) : data.length === 0 ? (
        <Empty>No job has failed.</Empty>
      ) : (
        <>
          {kinds.length > 0 && (
            <div className={classes.all}>
              {kinds.map(([name, jobs]) => (
                <Button key={name} size="xs" disabled={retry.isPending} onClick={() => run({ name })}>
                  {`Run all ${jobs.length} again: ${jobNames[name]}`}
                </Button>
              ))}
            </div>
          )}
          <ul className={classes.failed}>
            {data.map((job) => (
              <Failed key={job.id} job={job} isBusy={retry.isPending} onRun={run} />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

type FailedProps = { job: FailedJob; isBusy: boolean; onRun(job: Pick<FailedJob, "id" | "name">): void };

function Failed({ job: { id, name, company, failedAt, tries, reason }, isBusy, onRun }: FailedProps) {
  const ago = formatAgo(failedAt);
  return (
    <li>
      <div>
        <p className={classes.name}>{jobNames[name]}</p>
        <p className={classes.detail}>{joinFacts([company?.name, `${tries} tries`, `failed ${ago}`])}</p>
        <p className={classes.reason} dir="auto">
          {reason || "It ended without an error: its process was stopped."}
        </p>
      </div>
      <Button
        size="xs"
        disabled={isBusy}
        aria-label={`Run again: ${jobNames[name]}, failed ${ago}`}
        onClick={() => onRun({ id, name })}
      >
        Run again
      </Button>
    </li>
  );
}
