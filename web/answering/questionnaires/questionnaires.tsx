import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { Button } from "#web/ui/button.tsx";
import { formatAgo } from "#web/ui/format.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import { Badge, Empty, Page, PageHeader, Problem } from "#web/ui/parts.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { NewQuestionnaire } from "./new-questionnaire.tsx";
import { QuestionnaireView } from "./questionnaire-view.tsx";
import { questionnairesQuery } from "./queries.ts";
import { progressOf, stateOf } from "./state-names.ts";
import classes from "./questionnaires.module.css";

const names = ["questionnaire"];

/** Questionnaires, or the one that the address names. */
export default function QuestionnairesScreen() {
  const address = useSearchParams(names);
  const opened = address.number("questionnaire");
  const [isNew, setNew] = useState(false);
  const open = (questionnaire: number | undefined) => address.open({ questionnaire, page: undefined });
  if (opened !== undefined)
    return <QuestionnaireView key={opened} id={opened} onBack={() => open(undefined)} />;
  return (
    <Page>
      <PageHeader title="Questionnaires" subtitle="A file of questions, given back with answers and sources">
        <Button tone="primary" onClick={() => setNew(true)}>
          New questionnaire
        </Button>
      </PageHeader>
      <List onOpen={open} />
      {isNew && (
        <NewQuestionnaire
          onClose={() => setNew(false)}
          onCreated={({ id }) => {
            setNew(false);
            open(id);
          }}
        />
      )}
    </Page>
  );
}

function List({ onOpen }: { onOpen(id: number): void }) {
  const { companyId } = useCompany();
  const { data, error, refetch } = useQuery(questionnairesQuery(companyId));
  if (error !== null) return <Problem onRetry={() => void refetch()}>{error.message}</Problem>;
  if (data === undefined) return <Waiting shape="lines" />;
  if (data.length === 0)
    return <Empty>No questionnaires yet. Upload an Excel or Word file with questions.</Empty>;
  return (
    <ul className={classes.list} aria-label="Questionnaires">
      {data.map((one) => {
        const state = stateOf(one);
        return (
          <li key={one.id}>
            <button type="button" className={classes.open} onClick={() => onOpen(one.id)}>
              {one.name}
            </button>
            <Badge tone={state.tone}>{state.text}</Badge>
            <span className={classes.about}>
              {joinFacts([
                one.themeName,
                progressOf(one),
                one.isOwn ? "" : one.createdBy,
                formatAgo(one.createdAt),
              ])}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
