import { useQuery } from "@tanstack/react-query";
import type { ExpertRequest } from "#contract/answering/expert-requests.ts";
import { formatDate } from "#web/ui/format.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import { Badge, Empty, Page, PageHeader, Problem, type Tone } from "#web/ui/parts.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { Waiting } from "#web/ui/waiting.tsx";
import { ExpertAnswer } from "./expert-answer.tsx";
import { expertRequestsQuery } from "./queries.ts";
import approved from "#web/answering/approved-answers/approved-answers.module.css";
import classes from "./desk.module.css";

/** Questions that the user was asked as an expert. */
export default function ExpertScreen() {
  const address = useSearchParams();
  const { data, error, refetch } = useQuery(expertRequestsQuery);
  const opened = address.number("request");
  return (
    <Page width="narrow">
      <PageHeader title="Questions to you" subtitle="Asked of you as an expert" />
      {error !== null ? (
        <Problem onRetry={() => void refetch()}>{error.message}</Problem>
      ) : data === undefined ? (
        <Waiting shape="lines" />
      ) : data.length === 0 ? (
        <Empty>Nobody has asked you anything yet.</Empty>
      ) : (
        <ul className={classes.requests} aria-label="Questions to you">
          {data.map((request) => (
            <li key={request.id}>
              <button
                type="button"
                className={approved.open}
                onClick={() => address.open({ request: request.id })}
              >
                {request.question}
              </button>
              <span className={classes.theme}>
                {joinFacts([request.themeName, request.askedBy, formatDate(request.askedAt)])}{" "}
                <Badge tone={stateOf(request).tone}>{stateOf(request).text}</Badge>
              </span>
            </li>
          ))}
        </ul>
      )}
      {opened !== undefined && (
        <ExpertAnswer key={opened} id={opened} onClose={() => address.open({ request: undefined })} />
      )}
    </Page>
  );
}

function stateOf({ answer, isClosed }: ExpertRequest): { text: string; tone: Tone } {
  if (answer !== null) return { text: "answered", tone: "ok" };
  return isClosed ? { text: "closed", tone: "plain" } : { text: "open", tone: "warn" };
}
