import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Output } from "#contract/kernel/endpoint.ts";
import type { ApprovedCitation, getApprovedAnswer } from "#contract/answering/approved-answers.ts";
import { placeOf } from "#web/knowledge/sources/source-label.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { TagChips } from "#web/knowledge/tags/tag-chips.tsx";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { DialogActions } from "#web/ui/dialog-actions.tsx";
import { formatCount, formatDate } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { joinFacts } from "#web/ui/join-facts.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Badge, Problem, Spinner } from "#web/ui/parts.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { ApprovedForm, trimmed } from "./approved-form.tsx";
import {
  approvedAnswerQuery,
  editedOf,
  useDecideSame,
  useStep,
  useUpdateApproved,
  type Step,
} from "./queries.ts";
import { useVouching } from "./vouching.tsx";
import { stateBadge, themeOf } from "./state-names.ts";
import classes from "./approved-answers.module.css";

type Shown = Output<typeof getApprovedAnswer>;

/** One approved answer: its words, who approved them, and what can be done with it. */
export function ApprovedDetails({ id, onClose }: { id: number; onClose(): void }) {
  const { data, error, refetch } = useQuery(approvedAnswerQuery(id));
  const [isEdited, setEdited] = useState(false);
  return (
    <Modal opened onClose={onClose} size={760} title="Approved answer">
      {error !== null ? (
        <Problem onRetry={() => void refetch()}>{error.message}</Problem>
      ) : data === undefined ? (
        <Spinner />
      ) : isEdited ? (
        <Editor answer={data} onClose={() => setEdited(false)} />
      ) : (
        <Details answer={data} onEdit={() => setEdited(true)} />
      )}
    </Modal>
  );
}

const done: Record<Step, string> = {
  approve: "Answer approved",
  renew: "Answer renewed",
  suspend: "Answer suspended",
  retire: "Answer retired",
};

function Details({ answer, onEdit }: { answer: Shown; onEdit(): void }) {
  const step = useStep();
  const [isEnding, setEnding] = useState(false);
  const go = async (name: Step) => {
    try {
      await step.mutateAsync({ step: name, id: answer.id });
      toast(done[name]);
    } catch (failure) {
      toastError("Nothing was changed", reasonOf(failure));
    }
  };
  const { state, refusal } = answer;
  const badge = stateBadge(answer);
  return (
    <div className={classes.details}>
      <div className={classes.row}>
        <Badge tone={badge.tone}>{badge.text}</Badge>
        <TagChips tags={answer.tags} />
      </div>
      {answer.reason !== "" && <p className={classes.reason}>{answer.reason}</p>}
      <h2>{answer.question}</h2>
      {answer.otherQuestions.length > 0 && (
        <p className={classes.about}>Also: {answer.otherQuestions.join(" · ")}</p>
      )}
      {state !== "retired" && <SaidSame answer={answer} />}
      <p className={classes.text}>{answer.answer}</p>
      {answer.renewal.length === 0 ? (
        <ol className={classes.sources} aria-label="Sources">
          {answer.citations.map((citation) => (
            <li key={citation.marker} className={classes.source}>
              <Words citation={citation} />
            </li>
          ))}
        </ol>
      ) : (
        <Renewals answer={answer} />
      )}
      {answer.isThemeDeleted && state !== "retired" && (
        <p className={classes.about}>Its theme is deleted. Restore the theme to renew or edit it.</p>
      )}
      <Facts answer={answer} />
      {refusal !== null && (state === "proposed" || state === "suspended") && (
        <p className={classes.about}>{refusal}</p>
      )}
      {state !== "retired" && (
        <DialogActions>
          <Button onClick={() => setEnding(true)}>Retire</Button>
          {state === "active" && (
            <Button loading={step.isPending} onClick={() => void go("suspend")}>
              Suspend
            </Button>
          )}
          {!answer.isThemeDeleted && <Button onClick={onEdit}>Edit</Button>}
          {state === "proposed" && refusal === null && (
            <Button tone="primary" loading={step.isPending} onClick={() => void go("approve")}>
              Approve
            </Button>
          )}
          {(answer.canRenew || answer.isDue) && refusal === null && (
            <Button tone="primary" loading={step.isPending} onClick={() => void go("renew")}>
              Renew
            </Button>
          )}
        </DialogActions>
      )}
      <Confirm
        opened={isEnding}
        question="Retire this answer?"
        action="Retire"
        onConfirm={async () => {
          await go("retire");
          setEnding(false);
        }}
        onClose={() => setEnding(false)}
      >
        <p>It stops answering for good and stays on record.</p>
      </Confirm>
    </div>
  );
}

/** Questions whose askers say that this answers them: whoever looks after it decides. */
function SaidSame({ answer }: { answer: Shown }) {
  const decide = useDecideSame();
  if (answer.saidSame.length === 0) return null;
  const go = async (question: string, isSame: boolean) => {
    try {
      const { state } = await decide.mutateAsync({ id: answer.id, question, isSame });
      if (isSame)
        toast("Question added", state === "active" ? "Anyone who asks it gets this answer." : undefined);
    } catch (failure) {
      toastError("Nothing was changed", reasonOf(failure));
    }
  };
  return (
    <section className={classes.said} aria-label="Asked in other words">
      <h3>Asked in other words</h3>
      <p className={classes.about}>The people who asked say that this answers their question.</p>
      <ul>
        {answer.saidSame.map(({ question, people }) => (
          <li key={question}>
            <span>
              {question}
              {people > 1 && ` (${people} people)`}
            </span>
            <Button size="xs" disabled={decide.isPending} onClick={() => void go(question, true)}>
              Same question
            </Button>
            <Button
              size="xs"
              tone="quiet"
              disabled={decide.isPending}
              onClick={() => void go(question, false)}
            >
              Another question
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Words({ citation }: { citation: ApprovedCitation }) {
  return (
    <>
      <q>{citation.quote}</q>
      <span>
        [{citation.marker}]{" "}
        {joinFacts([citation.documentName, placeOf(citation), `version ${citation.version}`])}
      </span>
    </>
  );
}

/** The words it was approved on, beside those of the version that answers now. */
function Renewals({ answer }: { answer: Shown }) {
  return (
    <section className={classes.details} aria-label="Words then and now">
      <p className={classes.about}>
        {!answer.canRenew
          ? "Its words have changed or are gone. Edit it to rest on the words that answer now."
          : answer.renewal.every(({ isSame }) => isSame)
            ? "The current documents still contain its words. Renew it to let it answer again."
            : "The documents that answer now say the same in other words. Read both; renew it if they mean the same."}
      </p>
      {answer.renewal.map(({ marker, before, after, isSame, isRestated }) => (
        <div key={marker} className={classes.pair}>
          <div>
            <h3>{joinFacts(["Approved words", `version ${before.version}`, placeOf(before)])}</h3>
            <p>{before.quote}</p>
          </div>
          <div>
            <h3>
              {after === null
                ? "Now"
                : joinFacts([
                    isSame
                      ? "The same words now"
                      : isRestated
                        ? "The same in other words now"
                        : "Closest words now",
                    `version ${after.version}`,
                    placeOf(after),
                  ])}
            </h3>
            <p>{after === null ? "No passage of the document is like it." : after.quote}</p>
          </div>
        </div>
      ))}
    </section>
  );
}

function Facts({ answer }: { answer: Shown }) {
  const { owner, author, approver, approvedAt, reviewOn, timesUsed, lastUsedAt } = answer;
  const named = ({ name, isActive }: Shown["owner"]) => (isActive ? name : `${name} (deactivated)`);
  const facts: [string, string][] = [
    ["Theme", themeOf(answer)],
    ["Approved by", approver === null ? "nobody yet" : joinFacts([named(approver), day(approvedAt)])],
    ["Author", named(author)],
    ["Owner", named(owner)],
    ["Review date", reviewOn === null ? "none" : formatDate(`${reviewOn}T12:00:00`)],
    [
      "Answered",
      timesUsed === 0
        ? "no question yet"
        : joinFacts([formatCount(timesUsed, "question"), `last ${day(lastUsedAt)}`]),
    ],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: "contents" }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const day = (at: string | null) => (at === null ? "" : formatDate(at));

function Editor({ answer, onClose }: { answer: Shown; onClose(): void }) {
  const { companyId } = useCompany();
  const [opened] = useState(answer);
  const [values, setValues] = useState(() => editedOf(answer));
  const update = useUpdateApproved();
  const { vouchedFor, doubts, forget, field } = useVouching();
  const save = async () => {
    try {
      const { state } = await update.mutateAsync({ opened, values: trimmed(values), vouchedFor });
      toast("Answer saved", state === "proposed" ? "It answers once someone else approves it." : undefined);
      onClose();
    } catch (failure) {
      if (!doubts(failure)) toastError("The answer was not saved", reasonOf(failure));
    }
  };
  return (
    <ApprovedForm
      themeId={answer.themeId}
      companyId={companyId}
      ownerName={answer.owner.name}
      values={values}
      action="Save Answer"
      isSaving={update.isPending}
      doubt={field}
      onChange={(change) => {
        forget(change);
        setValues((all) => ({ ...all, ...change }));
      }}
      onSave={() => void save()}
      onCancel={onClose}
    />
  );
}
