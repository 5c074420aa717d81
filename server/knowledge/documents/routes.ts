import * as contract from "#contract/knowledge/documents.ts";
import * as transfers from "#contract/knowledge/transfers.ts";
import { listResponse } from "#server/http/response.ts";
import { longRoute, route } from "#server/http/route.ts";
import { deleteDocument, retryDocument, signOffDocument, updateDocumentTags } from "./change.ts";
import { copyTheme } from "./copy-theme.ts";
import { getEncoding } from "./encoding.ts";
import { moveDocument } from "./move.ts";
import { getOpening } from "./opening.ts";
import { presentDocument, presentVersion } from "./present.ts";
import { getDocumentContent, getDocumentFile } from "./source.ts";
import { listOfTheme } from "./list-of-theme.ts";
import { getDocument } from "./shared-store.ts";
import { listVersions } from "./version-store.ts";
import { replaceDocument, uploadDocuments } from "./upload.ts";

export const routes = [
  route(contract.listDocuments, async (ctx, request) => {
    const { rows, total } = await listOfTheme(ctx, request.id, request);
    return listResponse(request, rows.map(presentDocument), total);
  }),
  route(contract.getOpening, getOpening),
  route(contract.getEncoding, getEncoding),
  longRoute(contract.uploadDocuments, uploadDocuments),
  route(contract.listVersions, async (ctx, { id }) => {
    const document = await getDocument(ctx, id);
    const rows = await listVersions(ctx, document);
    return rows.map((row) => presentVersion(row, document));
  }),
  longRoute(contract.replaceDocument, replaceDocument),
  route(contract.deleteDocument, deleteDocument),
  route(contract.retryDocument, retryDocument),
  route(contract.updateDocumentTags, updateDocumentTags),
  route(contract.signOffDocument, signOffDocument),
  route(transfers.moveDocument, moveDocument),
  longRoute(transfers.copyTheme, copyTheme),
  longRoute(contract.getDocumentContent, getDocumentContent),
  longRoute(contract.getDocumentFile, getDocumentFile),
];
