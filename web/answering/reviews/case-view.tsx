import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState, type Ref } from "react";
import type { Citation } from "#contract/answering/answers.ts";
import type { Interaction } from "#contract/answering/interactions.ts";
import type { ReviewCase } from "#contract/answering/reviews.ts";
import { SourceView } from "#web/knowledge/sources/source-view.tsx";
import { interactionQuery } from "#web/answering/recorded-answers/queries.ts";
import { RecordedAnswer } from "#web/answering/recorded-answers/recorded-answer.tsx";
import { useUser } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { displayName } from "#web/identity/users/person-name.ts";
import { Button } from "#web/ui/button.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Problem, Spinner } from "#web/ui/parts.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { adminsQuery } from "#web/identity/users/queries.ts";
import { useAssignReview, useRequestSecondOpinion } from "./queries.ts";
import { ReviewForm, type ReviewFormHandle } from "./review-form.tsx";
import { ReviewNotes } from "./review-notes.tsx";
import classes from "./reviews.module.css";

type Props = {
  id: number;
  /** Absent if the case isn't on the list's current page. */
  row: ReviewCase | undefined;
  form: Ref<ReviewFormHandle>;
  onSaved(): void;
  onBack(): void;
};

/** One recorded answer, its feedback, and the verdict to give. */
export function CaseView({ id, row, form, onSaved, onBack }: Props) {
  const { data, error, refetch } = useQuery(interactionQuery(id));
  const [source, setSource] = useState<Citation | null>(null);
  if (error !== null) return <Problem onRetry={() => void refetch()}>{error.message}</Problem>;
  if (data === undefined) return <Spinner />;
  return (
    <article aria-label={data.userQuery}>
      <div className={classes.tools}>
        <Button
          size="xs"
          tone="quiet"
          className={classes.back}
          leftSection={<ArrowLeft size={15} aria-hidden />}
          onClick={onBack}
        >
          All answers
        </Button>
        {row !== undefined && <Assignee row={row} />}
        <SecondOpinion interaction={data} />
      </div>
      <RecordedAnswer interaction={data} onOpenSource={setSource} heading="h2" />
      {(data.reviews.length > 0 || data.reviewStatus === "second_opinion") && (
        <ReviewNotes interaction={data} />
      )}
      {data.reviewRefusal === null && (
        <section className={classes.form} aria-label="Your review">
          <ReviewForm
            key={`${data.reviewStatus} ${data.reviews.length}`}
            interaction={data}
            handle={form}
            showsKeys
            onSaved={onSaved}
          />
        </section>
      )}
      <SourceView citation={source} onClose={() => setSource(null)} />
    </article>
  );
}

function Assignee({ row }: { row: ReviewCase }) {
  const user = useUser();
  const { companyId, spansCompanies } = useCompany();
  const reviewers = useQuery({ ...adminsQuery(companyId), enabled: !spansCompanies });
  const assign = useAssignReview();
  const change = async (userId: number | null) => {
    try {
      const { assignee } = await assign.mutateAsync({ id: row.id, userId });
      toast(assignee === null ? "Unassigned" : `Assigned to ${assignee.name}`);
    } catch (error) {
      toastError("The review was not assigned", reasonOf(error));
    }
  };
  if (spansCompanies) return null;
  const others = (reviewers.data ?? []).map((reviewer) => ({
    value: String(reviewer.id),
    label: reviewer.id === user.id ? `${displayName(reviewer)} (you)` : displayName(reviewer),
  }));
  const shown = assign.isPending ? assign.variables.userId : (row.assignee?.id ?? null);
  return (
    <NativeSelect
      size="xs"
      aria-label="Assigned to"
      value={shown === null ? "" : String(shown)}
      onChange={(event) => void change(Number(event.currentTarget.value) || null)}
      data={[
        { value: "", label: "Not assigned" },
        // a former administrator still has the case
        ...(row.assignee !== null && !others.some(({ value }) => value === String(row.assignee?.id))
          ? [{ value: String(row.assignee.id), label: row.assignee.name }]
          : []),
        ...others,
      ]}
    />
  );
}

function SecondOpinion({ interaction }: { interaction: Interaction }) {
  const request = useRequestSecondOpinion();
  const mayAsk =
    interaction.reviewStatus === "done" && interaction.reviews.every(({ kind }) => kind !== "second");
  if (!mayAsk) return null;
  const ask = async () => {
    try {
      await request.mutateAsync(interaction.interactionId);
      toast("Second opinion requested");
    } catch (error) {
      toastError("The second opinion was not requested", reasonOf(error));
    }
  };
  return (
    <Button size="xs" loading={request.isPending} onClick={() => void ask()}>
      Ask for a second opinion
    </Button>
  );
}
