import { Autocomplete } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { mostReviewTags, tagInteraction, type Interaction } from "#contract/answering/interactions.ts";
import { TagChip } from "#web/knowledge/tags/tag-chips.tsx";
import { callApi } from "#web/kernel/api.ts";
import { useCompany } from "#web/kernel/company-scope/company.ts";
import { reasonOf, useInvalidatingMutation } from "#web/ui/invalidating-mutation.ts";
import { reviewTagsQuery, staleByTags } from "./queries.ts";
import classes from "./review-tags.module.css";

type FieldProps = {
  value: string;
  onChange(tag: string): void;
  onEnter?: (tag: string) => void;
  description?: string;
  error?: string | undefined;
  /** Not offered again. */
  has?: string[];
  fieldRef?: React.Ref<HTMLInputElement>;
};

/** A reviewers' tag; one that is in use is offered, so that colleagues write it alike. */
export function ReviewTagField({ fieldRef, onEnter, has = [], ...props }: FieldProps) {
  const { companyId } = useCompany();
  const { data = [] } = useQuery(reviewTagsQuery(companyId));
  const [isOpen, setOpen] = useState(false);
  // one typed in full needs no list over the buttons below
  const offered = data.filter((tag) => tag !== props.value.trim() && !has.includes(tag));
  return (
    <Autocomplete
      {...props}
      ref={fieldRef}
      label="Tag"
      maxLength={60}
      data={offered}
      // an empty list would keep Escape from the dialog
      dropdownOpened={isOpen && offered.length > 0}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      openOnFocus={false}
      onOptionSubmit={onEnter}
      onKeyDown={({ key, currentTarget: field, nativeEvent }) => {
        // with an option in focus, Enter chooses that
        if (key !== "Enter" || nativeEvent.isComposing || field.hasAttribute("aria-activedescendant")) return;
        setOpen(false);
        onEnter?.(field.value);
      }}
    />
  );
}

/** The reviewers' tags of one interaction, saved at once. */
export function ReviewTags({ interaction: { interactionId: id, reviewTags } }: { interaction: Interaction }) {
  const [typed, setTyped] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const change = useInvalidatingMutation(
    (tags: { add?: string[]; remove?: string[] }) => callApi(tagInteraction, { id, ...tags }),
    staleByTags,
  );
  const add = (tag: string) => {
    if (tag.trim() === "") return;
    // after the kit, which writes a chosen option into the field
    queueMicrotask(() => setTyped(""));
    change.mutate({ add: [tag] });
  };
  return (
    <section className={classes.tags} aria-label="Reviewers' tags">
      {reviewTags.length > 0 && (
        <div className={classes.chips}>
          {reviewTags.map((tag) => (
            <TagChip
              key={tag}
              tag={tag}
              tone="plain"
              onRemove={(byKey) => {
                change.mutate({ remove: [tag] });
                if (byKey) field.current?.focus();
              }}
            />
          ))}
        </div>
      )}
      {reviewTags.length < mostReviewTags && (
        <ReviewTagField
          fieldRef={field}
          has={reviewTags}
          value={typed}
          onChange={setTyped}
          onEnter={add}
          description="Only reviewers see it, and find the answer by it. Enter adds it."
          error={change.isError ? (reasonOf(change.error) ?? "The tag was not saved.") : undefined}
        />
      )}
    </section>
  );
}
