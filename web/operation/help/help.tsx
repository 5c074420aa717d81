import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { HelpItem } from "#contract/operation/help.ts";
import { MatchMeter } from "#web/knowledge/sources/match-meter.tsx";
import { useMay } from "#web/kernel/session.tsx";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { useSearchParams } from "#web/ui/search-params.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/confirm.tsx";
import { SequentialReveal } from "#web/ui/sequential-reveal.tsx";
import { restoreFocusOnRemoval } from "#web/ui/restore-focus.ts";
import { Page, PageHeader, Problem } from "#web/ui/parts.tsx";
import { SearchInput } from "#web/ui/search-input.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { HelpEditor } from "./help-editor.tsx";
import { matching } from "./matching.ts";
import { Questions } from "./questions.tsx";
import { HiddenHelp } from "./hidden-help.tsx";
import { helpQuery, useDeleteHelp, useMoveHelp } from "./queries.ts";
import { Videos } from "./videos.tsx";
import classes from "./help.module.css";

const sought = ["q"];

/** Training videos and questions: the platform's, and the company's own. */
export default function Help() {
  const mayEdit = useMay("help:edit");
  const { companyId, spansCompanies } = useCompany();
  const { data, isError, error, refetch } = useQuery(helpQuery(companyId));
  const [edited, setEdited] = useState<HelpItem | "new" | null>(null);
  const [leaving, setLeaving] = useState<HelpItem | null>(null);
  const move = useMoveHelp();
  const moveItem = async (item: HelpItem, direction: "up" | "down") => {
    try {
      await move.mutateAsync({ id: item.id, direction, companyId });
    } catch (failure) {
      toastError("Failed to save help content", reasonOf(failure));
    }
  };
  const address = useSearchParams(sought);
  const words = address.text("q").trim();
  const shown = data && matching(data, words);
  const edit = mayEdit
    ? {
        onEdit: setEdited,
        onDelete: setLeaving,
        // in a filtered list, a move past hidden items is invisible
        onMove:
          words === "" ? (item: HelpItem, direction: "up" | "down") => void moveItem(item, direction) : null,
      }
    : null;
  // only a company hides inherited items
  const hasHidden = mayEdit && !spansCompanies;
  return (
    <Page>
      <PageHeader
        title="Help & Training"
        subtitle={
          spansCompanies
            ? "Shown to every company that doesn't customize or hide it"
            : "Training videos and answers to common questions"
        }
      >
        {mayEdit && (
          <Button
            tone="primary"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => setEdited("new")}
          >
            Add Content
          </Button>
        )}
      </PageHeader>
      {/* mounted from the start, so it has loaded when the list arrives */}
      {(data === undefined || data.length > 0 || words !== "") && (
        <div role="search">
          <SearchInput
            label="Search videos and questions"
            placeholder="Search videos and questions"
            className={classes.search}
            value={address.text("q")}
            onSearch={(q) => address.refine({ q })}
          />
        </div>
      )}
      {/* remounted with its content: on an empty list the search disappears, and the content below moves up */}
      <SequentialReveal key={data === undefined ? "loading" : "list"}>
        {isError ? (
          <Problem onRetry={() => void refetch()}>{error.message}</Problem>
        ) : (
          <div ref={restoreFocusOnRemoval} className={classes.cards}>
            <Videos
              videos={shown?.filter((item) => item.type === "video")}
              none={words === "" ? "No training videos available" : "No training videos match your search."}
              edit={edit}
            />
            <Questions
              questions={shown?.filter((item) => item.type === "faq")}
              none={words === "" ? "No FAQs available" : "No matching questions."}
              edit={edit}
            />
            {hasHidden && <HiddenHelp companyId={companyId} />}
          </div>
        )}
        <p className={classes.legend}>
          <MatchMeter score={0.4} /> The bars beside a quoted passage show how likely it is to answer the
          question: with one bar it does in 1 case of 4 at most, with two in 1 of 2, with three in 4 of 5.
        </p>
      </SequentialReveal>
      {edited !== null && (
        <HelpEditor
          key={edited === "new" ? "new" : edited.id}
          item={edited === "new" ? null : edited}
          companyId={companyId}
          onClose={() => setEdited(null)}
        />
      )}
      {leaving !== null && (
        <DeleteHelp item={leaving} companyId={companyId} onClose={() => setLeaving(null)} />
      )}
    </Page>
  );
}

type DeleteProps = { item: HelpItem; companyId: number | undefined; onClose(): void };

/** A company deletes its own content; it hides the platform's. */
function DeleteHelp({ item, companyId, onClose }: DeleteProps) {
  const remove = useDeleteHelp();
  const confirm = async () => {
    try {
      const { hidden } = await remove.mutateAsync({ id: item.id, companyId });
      toast(hidden ? "Inherited content hidden successfully" : "Help content deleted successfully");
      onClose();
    } catch (error) {
      toastError("Failed to delete help content", reasonOf(error));
    }
  };
  return (
    <Confirm
      opened
      question={item.isInherited ? "Hide this from your company?" : "Delete this help content?"}
      action={item.isInherited ? "Hide" : "Delete"}
      onClose={onClose}
      onConfirm={confirm}
    >
      <p>
        {item.isInherited
          ? `'${item.title}' stays on the platform, but people in your company will no longer see it.`
          : `'${item.title}' will be deleted for everyone who can see it now.`}
      </p>
    </Confirm>
  );
}
