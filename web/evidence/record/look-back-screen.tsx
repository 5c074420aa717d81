import { LookBack } from "#web/knowledge/look-back/look-back.tsx";
import { Page, PageHeader } from "#web/ui/parts.tsx";
import { useSearchParams } from "#web/ui/search-params.ts";
import { DocumentChoice } from "./document-choice.tsx";

/** Who received answers from a document: the documents to choose from, or what one of them was cited in. */
export default function LookBackScreen() {
  const id = useSearchParams().number("document");
  return (
    <Page>
      {id === undefined ? (
        <>
          <PageHeader
            title="Look Back"
            subtitle="Find everyone who received an answer that cites a document"
          />
          <DocumentChoice />
        </>
      ) : (
        <LookBack key={id} id={id} />
      )}
    </Page>
  );
}
