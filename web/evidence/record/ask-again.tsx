import { useMutation } from "@tanstack/react-query";
import { ask, type Citation } from "#contract/answering/answers.ts";
import type { Interaction } from "#contract/answering/interactions.ts";
import { callApi } from "#web/kernel/api.ts";
import { LoadedAnswerText } from "#web/answering/answers/loaded-answer-text.tsx";
import { labelOf } from "#web/knowledge/sources/source-label.ts";
import { useMay } from "#web/kernel/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Problem } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { sentenceChanges } from "./sentence-changes.ts";
import classes from "./proof.module.css";

/** The same question to the theme as it is today, beside the recorded answer. */
export function AskAgain({ interaction }: { interaction: Interaction }) {
  const mayAsk = useMay("theme:ask");
  const { interactionId, themeId, userQuery, selectedTags } = interaction;
  const again = useMutation({
    mutationFn: () =>
      callApi(ask, {
        themeId,
        userQuery,
        selectedTags,
        sessionId: `again-${interactionId}-${Date.now().toString(36)}`,
      }),
  });
  if (!mayAsk) return null;
  return (
    <Section
      title="Ask again now"
      about="Asks the theme as it is today. The question is recorded as yours."
      action={
        <Button disabled={again.isPending} onClick={() => again.mutate()}>
          {again.isPending ? "Asking..." : "Ask again now"}
        </Button>
      }
      aria-busy={again.isPending}
      data-screen-only
    >
      {again.isError && <Problem>{reasonOf(again.error) ?? "The question could not be sent."}</Problem>}
      {again.data !== undefined && (
        <div className={classes.both} aria-live="polite">
          <Side
            title="Then"
            text={interaction.response}
            other={again.data.response}
            citations={interaction.citations}
          />
          <Side
            title="Now"
            text={again.data.response}
            other={interaction.response}
            citations={again.data.citations}
          />
        </div>
      )}
    </Section>
  );
}

/** Its marks are superscripts: the sources are named below. */
const unlit = { lit: null, onLight: () => undefined, onOpen: () => undefined };

type SideProps = { title: "Then" | "Now"; text: string; other: string; citations: Citation[] };

/** Marks sentences missing from the other answer. */
function Side({ title, text, other, citations }: SideProps) {
  return (
    <article aria-label={title}>
      <h3>{title}</h3>
      <LoadedAnswerText
        text={text}
        claims={sentenceChanges(text, other).map((change) => ({
          ...change,
          markers: [],
          verdict: "supported",
        }))}
        isQuoted={false}
        isUnfolded
        markers={null}
        {...unlit}
      />
      <ul>
        {citations.map((citation) => (
          <li
            key={citation.marker}
          >{`[${citation.marker}] ${labelOf(citation)}, version ${citation.version}`}</li>
        ))}
      </ul>
    </article>
  );
}
