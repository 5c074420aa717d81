import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SeenDocument, SeenTheme } from "#contract/answering/ask-as.ts";
import { SourceView } from "#web/knowledge/sources/source-view.tsx";
import { beginningOf, type SourcePlace } from "#web/knowledge/sources/source-place.ts";
import { Button } from "#web/ui/button.tsx";
import { FileName } from "#web/ui/file-name.tsx";
import { formatNumber } from "#web/ui/format.ts";
import { Problem } from "#web/ui/parts.tsx";
import { Section } from "#web/ui/section.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { seenDocumentsQuery } from "./queries.ts";
import classes from "./ask-as.module.css";

type Props = { person: number; name: string; theme: SeenTheme };

/** The documents of a theme as the person finds them: which open, and which answer. */
export function SeenDocuments({ person, name, theme }: Props) {
  const documents = useInfiniteQuery(seenDocumentsQuery(person, theme.id));
  const [place, setPlace] = useState<SourcePlace | null>(null);
  const rows = documents.data?.pages.flatMap((page) => page.rows) ?? [];
  const total = documents.data?.pages.at(-1)?.total ?? 0;
  return (
    <Section title="Documents" about={`What ${name} can open.`}>
      {documents.isError ? (
        <Problem onRetry={() => void documents.refetch()}>Failed to fetch documents</Problem>
      ) : documents.isPending ? (
        <Waiting shape="lines" />
      ) : rows.length === 0 ? (
        <p className={classes.none}>This theme has no documents.</p>
      ) : (
        <ul className={classes.documents}>
          {rows.map((document) => (
            <li key={document.id}>
              {document.version !== null && document.answers ? (
                <button type="button" onClick={() => setPlace(beginningOf(document, document.version ?? 1))}>
                  <FileName>{document.name}</FileName>
                </button>
              ) : (
                <FileName>{document.name}</FileName>
              )}
              <span className={classes.count}>{stateOf(document)}</span>
            </li>
          ))}
        </ul>
      )}
      {documents.hasNextPage && (
        <Button loading={documents.isFetchingNextPage} onClick={() => void documents.fetchNextPage()}>
          {`Show more (${rows.length} of ${formatNumber(total)})`}
        </Button>
      )}
      <SourceView citation={place} onClose={() => setPlace(null)} />
    </Section>
  );
}

function stateOf({ version, answers }: SeenDocument): string {
  if (version === null) return "can't be opened: no version is signed off";
  return answers ? "opens, answers" : "opens once it is read, doesn't answer yet";
}
