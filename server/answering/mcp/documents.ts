import {
  ResourceNotFoundError,
  type McpServer,
  type ReadResourceResult,
  type ResourceLink,
} from "@modelcontextprotocol/server";
import type { Caller } from "#server/kernel/context.ts";
import { AppError } from "#server/platform/errors.ts";
import { readFirstPages } from "#server/knowledge/documents/source.ts";
import { listSources } from "#server/knowledge/documents/shared-store.ts";
import { cursorOf, offsetIn, refusedWith } from "./lists.ts";

/** A page of a version, as citations name it. */
export type CitedDocument = { document: { id: number; name: string; version: number }; url: string };

/** The part of a page that a model reads at a time; a Word file or text is a single page. */
export const longestPage = 40_000;
/** Pages of a document read at once, as long as their texts together are no longer than one page may be. */
const mostPages = 20;
/** Documents of one list. */
const mostListed = 50;

const mimeType = "text/plain";
const documentUri = (id: number) => `footnote://documents/${id}`;
const pageUri = (id: number, version: number, page: number) =>
  `${documentUri(id)}/versions/${version}/pages/${page}`;
const template = "footnote://documents/{document}/versions/{version}/pages/{page}";

/** The documents that the caller may read, as resources: whole ones in a list, cited pages by their template. */
export function offerDocuments({ server }: McpServer, caller: Caller): void {
  server.registerCapabilities({ resources: {} });
  server.setRequestHandler("resources/list", ({ params }) =>
    refusedWith(caller, async () => {
      const after = offsetIn(params?.cursor);
      const rows = await caller.transact((ctx) => listSources(ctx, { after, limit: mostListed + 1 }));
      const shown = rows.slice(0, mostListed);
      const last = shown.at(-1);
      return {
        resources: shown.map(({ id, name, theme, version }) => ({
          uri: documentUri(id),
          name,
          description: `Theme ${theme}, version ${version}`,
          mimeType,
        })),
        ...(rows.length > mostListed && last !== undefined && { nextCursor: cursorOf(last.id) }),
      };
    }),
  );
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [
      {
        uriTemplate: template,
        name: "page",
        title: "A page of a document",
        description: "The text of a page, by its position from 1, in one version of a document",
        mimeType,
      },
    ],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) =>
    refusedWith(caller, () =>
      readResource(caller, uri).catch((error: unknown) => {
        if (error instanceof AppError && error.code === "not_found") throw new ResourceNotFoundError(uri);
        throw error;
      }),
    ),
  );
}

const pattern = /^footnote:\/\/documents\/(\d{1,9})(?:\/versions\/(\d{1,6})\/pages\/(\d{1,6}))?$/;

async function readResource(caller: Caller, uri: string): Promise<ReadResourceResult> {
  const [, id, version, page] = pattern.exec(uri) ?? [];
  if (id === undefined) throw new ResourceNotFoundError(uri);
  const place = {
    id: Number(id),
    from: page === undefined ? 1 : Number(page),
    most: page === undefined ? mostPages : 1,
    ...(version !== undefined && { version: Number(version) }),
  };
  const { source, pages, total } = await readFirstPages(caller, place);
  const shown = whole(pages);
  const next = place.from + shown.length;
  return {
    contents: shown.map(({ page_index: index, text }) => ({
      uri: pageUri(place.id, source.version, index + 1),
      mimeType,
      text: text.slice(0, longestPage),
    })),
    _meta: {
      "footnote/name": source.name,
      "footnote/version": source.version,
      "footnote/pages": total,
      "footnote/next": next <= total ? pageUri(place.id, source.version, next) : null,
    },
  };
}

/** The first page, and those after it that still fit. */
function whole<Page extends { text: string }>(pages: Page[]): Page[] {
  let length = 0;
  const over = pages.findIndex(({ text }, index) => {
    length += text.length;
    return index > 0 && length > longestPage;
  });
  return over === -1 ? pages : pages.slice(0, over);
}

/** Each cited page once, as a link that the client can read. */
export function linksTo(places: readonly CitedDocument[]): ResourceLink[] {
  const links = places.map(({ document: { id, name, version }, url }): ResourceLink => {
    const page = Number(new URL(url).searchParams.get("page"));
    return {
      type: "resource_link",
      uri: pageUri(id, version, page),
      name: `${name}, version ${version}, page ${page}`,
      mimeType,
    };
  });
  return [...new Map(links.map((link) => [link.uri, link])).values()];
}
