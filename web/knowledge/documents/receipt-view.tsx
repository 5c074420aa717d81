import type { Document, Receipt } from "#contract/knowledge/documents.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDateTime, formatLanguage, formatNumber } from "#web/ui/format.ts";
import { toastError } from "#web/ui/toast.tsx";
import { useSignOffDocument } from "./queries.ts";
import classes from "./documents-tab.module.css";

/** The extracted content, for the administrator accountable for it. */
export function ReceiptView({ document, receipt }: { document: Document; receipt: Receipt }) {
  const sign = useSignOffDocument(document.themeId);
  const facts: [string, string][] = [
    ["Pages", formatNumber(receipt.pages)],
    [
      "Pages without text",
      receipt.pagesWithoutText.length === 0 ? "none" : receipt.pagesWithoutText.join(", "),
    ],
    ...(receipt.ocr === "none" ? [] : [readByOcr(receipt)]),
    ["Words", formatNumber(receipt.words)],
    ["Tables", formatNumber(receipt.tables)],
    ["Passages", formatNumber(receipt.passages)],
    ["Language", receipt.language === null ? "not recognized" : formatLanguage(receipt.language)],
    ["Read in", `${formatNumber(receipt.durationMs)} ms`],
  ];
  return (
    <div className={classes.receipt}>
      <dl className={classes.read} aria-label={`Receipt of ${document.name}`}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className={classes.wide}>
          <dt>Uploaded</dt>
          <dd>
            {formatDateTime(receipt.uploadedAt)} by {receipt.uploadedBy || "unknown"}
          </dd>
        </div>
        <div className={classes.wide}>
          <dt>SHA-256</dt>
          <dd>
            <code>{receipt.sha256}</code>
          </dd>
        </div>
        {receipt.warnings.map((warning) => (
          <div key={warning.message} className={classes.wide}>
            <dt className={classes.warning}>Warning</dt>
            <dd>{warning.message}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.signature}>
        {receipt.signedOffAt === null ? (
          <Button
            size="xs"
            loading={sign.isPending}
            onClick={() =>
              sign.mutate(document.id, { onError: (error) => toastError("Error", error.message) })
            }
          >
            Sign off
          </Button>
        ) : (
          <>
            Signed off by {receipt.signedOffBy}, {formatDateTime(receipt.signedOffAt)}
          </>
        )}
      </div>
    </div>
  );
}

function readByOcr({ ocr, pagesByOcr }: Receipt): [string, string] {
  if (ocr === "waiting") return ["Read by OCR", "in progress"];
  return ["Read by OCR", pagesByOcr.length === 0 ? "no text found" : pagesByOcr.join(", ")];
}
