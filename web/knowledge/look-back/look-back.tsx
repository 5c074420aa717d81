import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { exportLookBack } from "#contract/knowledge/look-back.ts";
import { locate } from "#web/kernel/api.ts";
import { ExportSpreadsheet } from "#web/identity/proof/export-link.tsx";
import { Button } from "#web/ui/button.tsx";
import { FetchProblem } from "#web/ui/fetch-problem.tsx";
import { formatCount } from "#web/ui/format.ts";
import { SequentialReveal } from "#web/ui/sequential-reveal.tsx";
import { PageHeader, Spinner } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { AnswerList } from "./answer-list.tsx";
import { ChangedRules } from "./changed-rules.tsx";
import { PeopleList } from "./people-list.tsx";
import { lookBackQuery, type Part } from "./queries.ts";
import classes from "./look-back.module.css";

/** From a document to every answer that cites it and everyone who received one. */
export function LookBack({ id }: { id: number }) {
  const address = useSearchParams();
  // pages count from 0, which isn't valid in the URL
  const part: Part = {
    id,
    version: address.number("version"),
    pageIndex: indexOf(address.text("leaf")),
    passage: indexOf(address.text("passage")),
  };
  const { data, error, refetch } = useQuery(lookBackQuery(part));
  if (data === undefined || error !== null)
    return (
      <>
        <PageHeader title="Look Back" subtitle="Find everyone who received an answer that cites a document" />
        {error === null ? <Spinner /> : <FetchProblem error={error} onRetry={() => void refetch()} />}
      </>
    );
  const { name, versions, answers, people } = data;
  const isPart = part.pageIndex !== undefined || part.passage !== undefined;
  const count = `${formatCount(answers, "answer cites", "answers cite")} ${isPart ? "this passage" : "it"}, received by ${formatCount(people, "person", "people")}`;
  return (
    <>
      <PageHeader title="Look Back" subtitle={name}>
        <div className={classes.actions}>
          <NativeSelect
            aria-label="Version"
            value={part.version === undefined ? "" : String(part.version)}
            onChange={({ currentTarget: { value } }) =>
              address.open({ version: Number(value) || undefined, leaf: undefined, passage: undefined })
            }
            data={[
              { value: "", label: "All versions" },
              ...versions.map((version) => ({ value: String(version), label: `Version ${version}` })),
            ]}
          />
          <ExportSpreadsheet href={(format) => locate(exportLookBack, { ...part, format }).url}>
            CSV
          </ExportSpreadsheet>
        </div>
      </PageHeader>
      <p className={classes.count} aria-live="polite">
        {count}
        {isPart && (
          <Button
            size="xs"
            tone="quiet"
            onClick={() => address.open({ leaf: undefined, passage: undefined })}
          >
            Show the whole version
          </Button>
        )}
      </p>
      <SequentialReveal>
        <ChangedRules documentId={id} />
        <Section title="People">
          <PeopleList key={JSON.stringify(part)} part={part} />
        </Section>
        <Section title="Answers">
          <AnswerList key={JSON.stringify(part)} part={part} />
        </Section>
      </SequentialReveal>
    </>
  );
}

const indexOf = (text: string) => (/^\d{1,7}$/.test(text) ? Number(text) : undefined);
