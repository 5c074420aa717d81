import { useQuery } from "@tanstack/react-query";
import { FetchProblem } from "#web/ui/fetch-problem.tsx";
import { Page, PageHeader } from "#web/ui/parts.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { Derived } from "./derived.tsx";
import { FailedJobs } from "./failed-jobs.tsx";
import { SearchIndex } from "./search-index.tsx";
import { ThisProcess } from "./this-process.tsx";
import { operationQuery } from "./queries.ts";
import { Queues } from "./queues.tsx";
import classes from "./operation.module.css";

/** The installation's health, for its operators, and jobs that need attention. */
export default function OperationScreen() {
  const { data, error, refetch } = useQuery(operationQuery);
  return (
    <Page>
      <PageHeader title="Operation" subtitle="The state of this installation, and jobs that need attention" />
      {data === undefined && error !== null ? (
        <FetchProblem error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Waiting shape="rows" />
      ) : (
        <>
          {error !== null && (
            <p role="alert" className={classes.stale}>
              The server is not responding at the moment. These are its last figures.
            </p>
          )}
          {data.troubles.map(({ part, says }) => (
            <p key={part} role="alert" className={classes.stale}>
              {says}
            </p>
          ))}
          <ThisProcess state={data} />
          <Derived counts={data.derived} />
          {data.search !== null && <SearchIndex search={data.search} />}
          <Queues queues={data.queues} />
          <FailedJobs />
        </>
      )}
    </Page>
  );
}
