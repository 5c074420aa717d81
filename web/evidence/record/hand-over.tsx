import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getRecordBundleFile, getRecordVerifier, type RecordBundle } from "#contract/evidence/record.ts";
import { locate } from "#web/kernel/api.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { ExportLink } from "#web/identity/proof/export-link.tsx";
import { themeSource } from "#web/knowledge/themes/queries.ts";
import { themeQuery } from "#web/knowledge/themes/theme-queries.ts";
import { Button } from "#web/ui/button.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { DayRange } from "#web/ui/day-range.tsx";
import { DownloadLink } from "#web/ui/download-link.tsx";
import { formatDateTime, formatSize } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Empty, Problem } from "#web/ui/parts.tsx";
import { daysOf, periodNames } from "#web/ui/period.ts";
import { nameOf } from "#web/ui/remote-options.ts";
import { RemoteSelect } from "#web/ui/remote-select.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { Section } from "#web/ui/section.tsx";
import { toastError } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { personSource } from "#web/identity/users/queries.ts";
import { bundlesQuery, stateQuery, useMakeBundle } from "./queries.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import classes from "./record.module.css";

type Chosen = { id: number; label: string } | null;

/** The parameters that fill the form: the filters of the list that leads here. */
const filledBy = [...periodNames, "user", "person", "theme"];

/** Hands over a part of the record to someone who need not trust us: the bundle, the program that verifies it, and the keys. */
export function HandOver() {
  const { companyId, spansCompanies } = useCompany();
  const address = useSearchParams(filledBy);
  const themeId = address.number("theme");
  const theme = useQuery({ ...themeQuery(themeId ?? 0), enabled: themeId !== undefined });
  const source = themeSource(companyId, spansCompanies);
  const userId = address.number("user");
  const { from = "", to = "" } = daysOf(address);
  const filters = {
    from,
    to,
    theme:
      themeId === undefined ? null : { id: themeId, label: nameOf("Theme", themeId, theme, source.labelOf) },
    person: userId === undefined ? null : { id: userId, label: address.text("person") || `Person ${userId}` },
  };
  // refilled when a filter changes, and when the theme's name arrives
  return <BundleForm key={JSON.stringify([companyId, filters])} filters={filters} />;
}

type Filters = { from: string; to: string; theme: Chosen; person: Chosen };

function BundleForm({ filters }: { filters: Filters }) {
  const { companyId, spansCompanies } = useCompany();
  const [days, setDays] = useState({ from: filters.from, to: filters.to });
  const [theme, setTheme] = useState(filters.theme);
  const [person, setPerson] = useState(filters.person);
  const bundles = useQuery({ ...bundlesQuery(companyId), enabled: !spansCompanies });
  const make = useMakeBundle();
  const start = () =>
    make.mutate(
      {
        companyId,
        from: days.from || undefined,
        to: days.to || undefined,
        themeId: theme?.id,
        userId: person?.id,
      },
      { onError: (error) => toastError("The bundle was not started", reasonOf(error)) },
    );
  const people = personSource(companyId);
  const themes = themeSource(companyId, false);
  return (
    <Section
      title="Hand over part of the record"
      about="Export the full record, or one period, theme or person, as evidence that can be verified without this server. Days are UTC. Bundles are removed after a week."
    >
      {spansCompanies ? (
        <Empty>Choose a company to hand over part of its record.</Empty>
      ) : (
        <>
          <form
            className={classes.filters}
            onSubmit={(event) => {
              event.preventDefault();
              start();
            }}
          >
            <DayRange
              className={classes.period}
              labels={["First day of the bundle", "Last day of the bundle"]}
              {...days}
              onChange={(change) => setDays({ ...days, ...change })}
            />
            <RemoteSelect
              aria-label="Theme of the bundle"
              placeholder="All themes"
              clearable
              inRow
              clearButtonProps={{ "aria-label": "All themes in the bundle" }}
              source={themes}
              chosen={theme}
              onChoose={(row) => setTheme(row && { id: row.id, label: themes.labelOf(row) })}
            />
            <RemoteSelect
              aria-label="Person of the bundle"
              placeholder="All people"
              clearable
              inRow
              clearButtonProps={{ "aria-label": "All people in the bundle" }}
              source={people}
              chosen={person}
              onChoose={(row) => setPerson(row && { id: row.id, label: people.labelOf(row) })}
            />
            <Button type="submit" disabled={make.isPending}>
              Make bundle
            </Button>
          </form>
          {bundles.isError ? (
            <Problem onRetry={() => void bundles.refetch()}>{bundles.error.message}</Problem>
          ) : bundles.data === undefined ? (
            <Waiting shape="lines" />
          ) : (
            <ul className={classes.bundles} aria-label="Bundles" aria-live="polite">
              {bundles.data.map((bundle) => (
                <BundleLine key={bundle.id} bundle={bundle} />
              ))}
            </ul>
          )}
        </>
      )}
      <Proofs companyId={companyId} bundle={bundles.data?.[0]?.id ?? 1} />
    </Section>
  );
}

function BundleLine({ bundle }: { bundle: RecordBundle }) {
  const { from, to, themeId, userId } = bundle.filters;
  const part = [
    from !== undefined || to !== undefined ? `${from ?? "the beginning"} to ${to ?? "today"}` : "",
    themeId === undefined ? "" : (bundle.themeName ?? `theme ${themeId}`),
    userId === undefined ? "" : (bundle.personName ?? `person ${userId}`),
  ].filter(Boolean);
  return (
    <li>
      <div>
        <p>{part.length === 0 ? "Everything" : part.join(", ")}</p>
        <p className={classes.meta}>{joinFacts([formatDateTime(bundle.createdAt), stateOf(bundle)])}</p>
        {bundle.status === "running" && (
          <progress
            aria-label={`Progress of bundle ${bundle.id}`}
            max={Math.max(1, bundle.events ?? 1)}
            value={bundle.done}
          />
        )}
        {bundle.sha256 !== null && <p className={classes.hash}>SHA-256 {bundle.sha256}</p>}
      </div>
      {bundle.status === "ready" && (
        <ExportLink href={locate(getRecordBundleFile, { id: bundle.id }).url}>Download bundle</ExportLink>
      )}
    </li>
  );
}

function stateOf({ status, reason, done, events, fileSize }: RecordBundle): string {
  if (status === "waiting") return "waiting";
  if (status === "failed") return reason ?? "failed";
  if (status === "ready")
    return `${done.toLocaleString()} events${fileSize === null ? "" : `, ${formatSize(fileSize)}`}`;
  return events === null
    ? "counting"
    : `${done.toLocaleString()} of ${events.toLocaleString()} events written`;
}

/** `bundle`: the number of the newest, for the command. */
function Proofs({ companyId, bundle }: { companyId: number | undefined; bundle: number }) {
  const client = useQueryClient();
  const saveKeys = async () => {
    try {
      const { keys } = await client.fetchQuery(stateQuery(companyId));
      if (keys.length === 0)
        toastError("No keys yet", "The first head is signed within a minute of the first event.");
      keys.forEach((key, index) =>
        saveFile(keys.length === 1 ? "key.pem" : `key-${index + 1}.pem`, "application/x-pem-file", key),
      );
    } catch (error) {
      toastError("The keys could not be loaded", reasonOf(error));
    }
  };
  return (
    <>
      <dl className={classes.proofs}>
        <div>
          <dt>The bundle</dt>
          <dd>proves which events and answers were recorded, in which order, and that none was changed.</dd>
        </div>
        <div>
          <dt>The verifier</dt>
          <dd>checks a bundle on any machine with Node, without this server.</dd>
        </div>
        <div>
          <dt>The public keys</dt>
          <dd>prove that the heads were signed here; hand them over separately from the bundle.</dd>
        </div>
        <div>
          <dt>The command</dt>
          <dd>
            <code>{`node footnote-verify.mjs footnote-record-${bundle}.zip --key key.pem`}</code> prints
            VERIFIED, or what is wrong.
          </dd>
        </div>
      </dl>
      <div className={classes.actions}>
        <DownloadLink href={locate(getRecordVerifier, {}).url}>Verifier</DownloadLink>
        <Button onClick={() => void saveKeys()}>Public keys</Button>
      </div>
      <details className={classes.details}>
        <summary>What is not proved</summary>
        <ul>
          <li>That an answer was right, or that a document tells the truth.</li>
          <li>Anything since the last head sent outside; everything, if no outside place is set up.</li>
          <li>Times, beyond what the server's clock showed.</li>
        </ul>
      </details>
    </>
  );
}
