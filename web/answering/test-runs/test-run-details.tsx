import { useQuery } from "@tanstack/react-query";
import type { Output, Request } from "#contract/kernel/endpoint.ts";
import type {
  decideTestRun,
  getTestRun,
  TestedChange,
  TestedQuestion,
} from "#contract/answering/test-runs.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogActions } from "#web/ui/dialog-actions.tsx";
import { formatCount, formatDateTime, formatNumber } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Badge, Problem, Spinner, type Tone } from "#web/ui/parts.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { testRunQuery, useDecideTestRun } from "./queries.ts";
import { effectOf, settingNames, settingsOf, stateOf, titleOf } from "./test-run-names.ts";
import classes from "./test-runs.module.css";

type Shown = Output<typeof getTestRun>;
type Decision = Request<typeof decideTestRun>["decision"];

/** What a change does to the theme's test set, and the decision. */
export function TestRunDetails({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery(testRunQuery(id));
  return (
    <Modal opened onClose={onClose} size={860} title="Test run">
      {error !== null ? (
        <Problem onRetry={() => void refetch()}>{error.message}</Problem>
      ) : data === undefined ? (
        <Spinner />
      ) : (
        <Details run={data} onClose={onClose} />
      )}
    </Modal>
  );
}

const done: Record<Decision, string> = {
  use: "The change answers from now on",
  keep: "The theme stays as it is",
  see: "Marked as seen",
};

function Details({ run, onClose }: { run: Shown; onClose(): void }) {
  const decide = useDecideTestRun();
  const go = async (decision: Decision) => {
    try {
      await decide.mutateAsync({ id: run.id, decision });
      toast(done[decision]);
      onClose();
    } catch (failure) {
      toastError("Nothing was decided", reasonOf(failure));
    }
  };
  const isOpen = run.state === "running" || run.state === "finished";
  const state = stateOf(run);
  return (
    <div className={classes.details}>
      <div>
        <h2 className={classes.title}>{titleOf(run)}</h2>
        <p className={classes.about}>
          {joinFacts([
            run.themeName,
            formatDateTime(run.createdAt),
            run.decidedBy === null
              ? ""
              : `${state.text} by ${run.decidedBy}, ${formatDateTime(run.decidedAt ?? "")}`,
          ])}
        </p>
      </div>
      <div className={classes.row}>
        <Badge tone={state.tone}>{state.text}</Badge>
        <p role="status">{effectOf(run)}</p>
      </div>
      {run.state === "running" && (
        <progress
          className={classes.progress}
          aria-label="Progress of the test run"
          max={Math.max(1, run.total)}
          value={run.asked}
        />
      )}
      {run.suspends > 0 && <p>{fallOf(run)}</p>}
      {run.kind === "settings" && <Settings run={run} />}
      {run.questions.length > 0 && (
        <ol className={classes.questions} aria-label="Changed answers">
          {run.questions.map((question) => (
            <Question key={`${question.approvedId} ${question.interactionId}`} question={question} />
          ))}
        </ol>
      )}
      {isOpen && (
        <DialogActions>
          {run.isHeld ? (
            <>
              <Button loading={decide.isPending} onClick={() => void go("keep")}>
                Keep as It Is
              </Button>
              <Button tone="primary" loading={decide.isPending} onClick={() => void go("use")}>
                Use It
              </Button>
            </>
          ) : (
            <Button tone="primary" loading={decide.isPending} onClick={() => void go("see")}>
              Mark as Seen
            </Button>
          )}
        </DialogActions>
      )}
    </div>
  );
}

/** What becomes of the approved answers that rest on the old version. */
function fallOf({ suspends, renewable }: Shown): string {
  const stand =
    renewable === suspends
      ? "The new version contains all their words: they can be renewed together."
      : renewable === 0
        ? "The new version does not contain their words."
        : `The words of ${formatNumber(renewable)} stand in the new version: these can be renewed together.`;
  return `Using it suspends ${formatCount(suspends, "approved answer")}. ${stand}`;
}

function Settings({ run }: { run: Shown }) {
  const textOf = (value: string | boolean | undefined) =>
    typeof value === "boolean" ? (value ? "yes" : "no") : value === "" ? "none" : value;
  return settingsOf(run.settingsAfter).map((field) => (
    <section key={field} aria-label={settingNames[field]} className={classes.pair}>
      <div>
        <h3>{settingNames[field]} before</h3>
        <p>{textOf(run.settingsBefore[field])}</p>
      </div>
      <div>
        <h3>With the change</h3>
        <p>{textOf(run.settingsAfter[field])}</p>
      </div>
    </section>
  ));
}

const kinds: Record<TestedChange, { text: string; tone: Tone }> = {
  broken: { text: "right to wrong", tone: "bad" },
  failed: { text: "not asked", tone: "bad" },
  changed: { text: "other words", tone: "warn" },
  fixed: { text: "wrong to right", tone: "ok" },
};

function Question({ question }: { question: TestedQuestion }) {
  const kind = kinds[question.kind];
  return (
    <li>
      <p className={classes.row}>
        <Badge tone={kind.tone}>{kind.text}</Badge>
        {question.approvedId !== null && <Badge>approved answer</Badge>}
      </p>
      <h3 className={classes.question}>{question.question}</h3>
      <div className={classes.pair}>
        <Answer title="Before" answer={question.before} />
        <Answer title="With the change" answer={question.after} />
      </div>
    </li>
  );
}

function Answer({ title, answer }: { title: string; answer: TestedQuestion["before"] }) {
  const { outcome, text, documentName, version, page } = answer;
  const from =
    documentName === null
      ? ""
      : joinFacts([`${documentName}, version ${version}`, page === null ? "" : `page ${page}`]);
  return (
    <div>
      <h4>{title}</h4>
      <p>{outcome === "abstained" ? `Declined. ${text}` : text}</p>
      {from !== "" && <p className={classes.about}>{from}</p>}
    </div>
  );
}
