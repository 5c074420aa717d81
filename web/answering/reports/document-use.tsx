import type { ChatReport } from "#contract/answering/reports.ts";
import { useRestOfList } from "./rest-of-list.tsx";
import { Counted, daysOf } from "./counted.tsx";
import { Sheet } from "./sheet.tsx";
import type { Table } from "#web/ui/spreadsheet.ts";
import classes from "./reports.module.css";

type Props = { report: ChatReport };

/** The documents that answers cite. */
export function DocumentsUsedMost({ report }: Props) {
  const { documents } = report;
  return (
    <Sheet title="Documents used most" table={tableOf(documents.filter(({ count }) => count > 0))}>
      <DocumentList
        report={report}
        documents={documents.filter((document) => document.count > 0)}
        none="No document was cited in this period."
      />
    </Sheet>
  );
}

/** Documents nobody needed in the period. */
export function DocumentsNeverUsed({ report }: Props) {
  const { documents } = report;
  return (
    <Sheet title="Documents never used" table={tableOf(documents.filter(({ count }) => count === 0))}>
      <DocumentList
        report={report}
        documents={documents.filter((document) => document.count === 0)}
        none="Every document was cited in this period."
      />
    </Sheet>
  );
}

function tableOf(documents: ChatReport["documents"]): Table {
  return [
    ["Document", "Theme", "Answers"],
    ...documents.map(({ name, theme, count }) => [name, theme, count]),
  ];
}

type ListProps = Props & { documents: ChatReport["documents"]; none: string };

function DocumentList({ report, documents, none }: ListProps) {
  const { shown, rest } = useRestOfList(documents.length);
  if (documents.length === 0) return <p className={classes.remark}>{none}</p>;
  return (
    <>
      <ol className={classes.documents}>
        {documents.slice(0, shown).map((document) => (
          <li key={document.documentId}>
            <span>
              {document.name} <span className={classes.theme}>{document.theme}</span>
            </span>
            {document.count > 0 && (
              <span className={classes.number}>
                <Counted
                  count={document.count}
                  days={daysOf(report)}
                  search={{ cited: document.documentId, file: document.name }}
                />{" "}
                {document.count === 1 ? "answer" : "answers"}
              </span>
            )}
          </li>
        ))}
      </ol>
      {rest}
    </>
  );
}
