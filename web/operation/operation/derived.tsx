import type { Output } from "#contract/kernel/endpoint.ts";
import type { getOperation } from "#contract/operation/operation.ts";
import { Button } from "#web/ui/button.tsx";
import { formatNumber } from "#web/ui/format.ts";
import { reasonOf } from "#web/ui/invalidating-mutation.ts";
import { Section } from "#web/ui/section.tsx";
import { toast, toastError } from "#web/ui/toast.tsx";
import { Attention, Fact } from "./fact.tsx";
import { useReadAgain } from "./queries.ts";
import classes from "./operation.module.css";

type Counts = Output<typeof getOperation>["derived"];

const states: [keyof Counts, string, "neutral" | "warn" | "bad"][] = [
  ["current", "Read by this version", "neutral"],
  ["old", "Read by an earlier version", "warn"],
  ["damaged", "Damaged", "bad"],
  ["missing", "Lost in part", "bad"],
  ["waiting", "Waiting to be read again", "warn"],
  ["failed", "Could not be read again", "bad"],
];

/** What was made from documents, by state, and a way to make it again. */
export function Derived({ counts }: { counts: Counts }) {
  const again = useReadAgain();
  return (
    <Section
      title="Documents"
      about="The search index and pages made from the documents that answer, in all companies. What is old, damaged or lost is read again from the file by itself; until then its document is left out of answers that can't use it."
      action={
        <Button
          size="xs"
          loading={again.isPending}
          onClick={() =>
            again.mutate(undefined, {
              onSuccess: ({ documents }) =>
                toast(
                  documents === 1
                    ? "One document is read again"
                    : `${formatNumber(documents)} documents are read again`,
                ),
              onError: (reason) => toastError("No document is read again", reasonOf(reason)),
            })
          }
        >
          Read all again
        </Button>
      }
    >
      <div className={classes.card}>
        <dl>
          {states.map(([state, name, tone]) => (
            <Fact key={state} name={name}>
              {tone === "neutral" ? (
                formatNumber(counts[state])
              ) : (
                <Attention count={counts[state]} tone={tone} />
              )}
            </Fact>
          ))}
        </dl>
      </div>
    </Section>
  );
}
