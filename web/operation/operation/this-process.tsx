import type { ReactNode } from "react";
import type { Output } from "#contract/kernel/endpoint.ts";
import type { getOperation } from "#contract/operation/operation.ts";
import { formatCount, formatAgo, formatDateTime, formatLargeSize, formatNumber } from "#web/ui/format.ts";
import { Badge } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { Fact } from "./fact.tsx";
import classes from "./operation.module.css";

type State = Output<typeof getOperation>;

/** Below this share of free disk space, uploads and the database will soon run out of space. */
const littleRoom = 0.1;

/** Above this, people notice that the program pauses. */
const longStallMs = 250;

/** Figures of the process that answered, except for the database's version and size. */
export function ThisProcess({ state }: { state: State }) {
  const { process, database, disk, index, reading, stalls, providers } = state;
  return (
    <Section
      title="This process"
      about={`Figures of the process that answered: ${process.pid} on ${process.host}. Every process reports its own to Prometheus.`}
    >
      <div className={classes.cards}>
        <Part title="Program">
          <Fact name="Version">{process.version}</Fact>
          <Fact name="Node.js">{process.node}</Fact>
          <Fact name="Started">{formatDateTime(process.startedAt)}</Fact>
          <Fact name="Role">{process.roles.map((role) => roleNames[role]).join(" and ")}</Fact>
        </Part>
        <Part title="Database">
          <Fact name="PostgreSQL">{`${database.version}, ${database.kind}`}</Fact>
          <Fact name="Size">{formatLargeSize(database.size)}</Fact>
          <Fact name="Connections in use">
            {`${formatNumber(database.connections)} of ${formatNumber(database.mostConnections)}`}
          </Fact>
          <Fact name="Calls waiting for a connection">
            {database.waiting === 0 ? "None" : <Badge tone="warn">{formatNumber(database.waiting)}</Badge>}
          </Fact>
        </Part>
        <Part title="Memory and disk">
          <Fact name="Memory of this process">{formatLargeSize(process.memory)}</Fact>
          <Fact name="Memory left on the machine">{formatLargeSize(process.freeMemory)}</Fact>
          <Fact name="Disk left">
            {disk === null ? (
              "Unknown on this system"
            ) : (
              <>
                {`${formatLargeSize(disk.free)} of ${formatLargeSize(disk.size)} `}
                {disk.free < disk.size * littleRoom && <Badge tone="warn">Free up space soon</Badge>}
              </>
            )}
          </Fact>
          <Fact name="Search index">
            {index === null
              ? "Busy"
              : `${formatCount(index.themes, "theme")}, ${formatLargeSize(index.bytes)} of ${formatLargeSize(index.mostBytes)}`}
          </Fact>
        </Part>
        <Part title="Reading and pauses">
          {reading === null ? (
            <Fact name="Documents">Read by workers</Fact>
          ) : (
            <>
              <Fact name="Documents being read">
                {`${formatNumber(reading.running)}, at most ${formatNumber(reading.places)} at once`}
              </Fact>
              <Fact name="Documents waiting for a reader">
                {reading.waiting === 0 ? "None" : formatNumber(reading.waiting)}
              </Fact>
            </>
          )}
          {stalls.map(({ thread, p99Ms, maxMs }) => (
            <Fact key={thread} name={threadNames[thread]}>
              {`${formatNumber(maxMs)} ms in two minutes, 99% within ${formatNumber(p99Ms)} ms `}
              {maxMs > longStallMs && <Badge tone="warn">Long</Badge>}
            </Fact>
          ))}
        </Part>
        <Part
          title="Model providers"
          none={providers.length === 0 && "No model has been called since the start."}
        >
          {providers.map(({ provider, calls, faults, lastAt, lastOutcome }) => (
            <Fact key={provider} name={provider}>
              {`${formatCount(calls, "call")}, ${formatNumber(faults)} failed. Last ${formatAgo(lastAt)} `}
              <Badge tone={["ok", "stopped"].includes(lastOutcome) ? "ok" : "bad"}>{lastOutcome}</Badge>
            </Fact>
          ))}
        </Part>
      </div>
    </Section>
  );
}

const threadNames: Record<State["stalls"][number]["thread"], string> = {
  calls: "Longest pause of calls",
  jobs: "Longest pause of jobs",
};

const roleNames: Record<State["process"]["roles"][number], string> = {
  web: "Serves calls",
  worker: "runs jobs",
};

type PartProps = {
  title: string;
  children: ReactNode;
  /** Shown instead of the facts. */
  none?: string | false;
};

function Part({ title, children, none = false }: PartProps) {
  return (
    <section className={classes.card} aria-label={title}>
      <h3>{title}</h3>
      {none === false ? <dl>{children}</dl> : <p className={classes.none}>{none}</p>}
    </section>
  );
}
