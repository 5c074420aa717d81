import { Tabs, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Examination } from "#contract/evidence/examinations.ts";
import { Button } from "#web/ui/button.tsx";
import { Page, PageHeader, Problem, Spinner } from "#web/ui/parts.tsx";
import { TabList } from "#web/ui/tab-list.tsx";
import { ExaminationBundles } from "./examination-bundles.tsx";
import { ExaminedAnswers } from "./examined-answers.tsx";
import { ExaminedEvents } from "./examined-events.tsx";
import { examinationQuery } from "./queries.ts";
import { formatCalendarDay } from "#web/ui/format.ts";
import { scopeWords } from "./scope-words.ts";
import classes from "./examinations.module.css";

/** The part of the record open to an examiner, each access with its reason on record. */
export default function ExaminationScreen() {
  const { data, error, refetch } = useQuery(examinationQuery);
  const [reason, setReason] = useState("");
  const [isAsking, setAsking] = useState(true);
  return (
    <Page>
      {/* the line of the company's name, before it is known */}
      <PageHeader title="Examination" subtitle={data?.companyName ?? "\u00a0"} />
      {error !== null ? (
        <Problem onRetry={() => void refetch()}>{error.message}</Problem>
      ) : data === undefined ? (
        <Spinner />
      ) : (
        <>
          <Terms examination={data} />
          {isAsking ? (
            <ReasonForm
              stated={reason}
              onState={(said) => {
                setReason(said);
                setAsking(false);
              }}
            />
          ) : (
            <Looks reason={reason} onChange={() => setAsking(true)} />
          )}
        </>
      )}
    </Page>
  );
}

function Terms({ examination }: { examination: Examination }) {
  return (
    <dl className={classes.terms}>
      <div>
        <dt>Purpose</dt>
        <dd>{examination.purpose}</dd>
      </div>
      <div>
        <dt>You can read</dt>
        <dd>{scopeWords(examination)}</dd>
      </div>
      <div>
        <dt>Until</dt>
        <dd>{formatCalendarDay(examination.endsOn)}</dd>
      </div>
    </dl>
  );
}

/** Asked once per page visit; each call carries it. */
function ReasonForm({ stated, onState }: { stated: string; onState(reason: string): void }) {
  const [typed, setTyped] = useState(stated);
  const field = useRef<HTMLTextAreaElement>(null);
  // nothing else can be done here
  useEffect(() => field.current?.focus(), []);
  const reason = typed.trim();
  return (
    <form
      className={classes.reason}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason !== "") onState(reason);
      }}
    >
      <Textarea
        ref={field}
        label="Why are you looking at the record now?"
        description="Your reason is recorded with everything you open until you change it."
        required
        autosize
        minRows={2}
        maxLength={500}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" tone="primary" disabled={reason === ""}>
        {stated === "" ? "Begin" : "Continue"}
      </Button>
    </form>
  );
}

function Looks({ reason, onChange }: { reason: string; onChange(): void }) {
  const said = useRef<HTMLParagraphElement>(null);
  // the form that had the focus is gone
  useEffect(() => said.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <p ref={said} tabIndex={-1} className={classes.stated}>
        <span>
          Your reason: <b>{reason}</b>
        </span>
        <Button size="xs" tone="quiet" onClick={onChange}>
          Change reason
        </Button>
      </p>
      <Tabs defaultValue="answers" keepMounted={false} color="var(--ink)">
        <TabList>
          <Tabs.Tab value="answers">Answers</Tabs.Tab>
          <Tabs.Tab value="events">Events</Tabs.Tab>
          <Tabs.Tab value="bundles">Bundles</Tabs.Tab>
        </TabList>
        <div className={classes.panel}>
          <Tabs.Panel value="answers">
            <ExaminedAnswers reason={reason} />
          </Tabs.Panel>
          <Tabs.Panel value="events">
            <ExaminedEvents reason={reason} />
          </Tabs.Panel>
          <Tabs.Panel value="bundles">
            <ExaminationBundles reason={reason} />
          </Tabs.Panel>
        </div>
      </Tabs>
    </>
  );
}
