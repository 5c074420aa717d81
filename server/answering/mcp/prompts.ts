import { ProtocolError, ProtocolErrorCode, type McpServer } from "@modelcontextprotocol/server";
import { maximumQuestion } from "#contract/answering/answers.ts";
import type { Caller } from "#server/kernel/context.ts";
import { listWithinReach, type ThemeRow } from "#server/knowledge/themes/shared-store.ts";
import { cursorOf, offsetIn, refusedWith } from "./lists.ts";

type Kind = {
  prefix: string;
  title(theme: ThemeRow): string;
  about: string;
  argument: { name: string; description: string; most: number };
  words(theme: ThemeRow, given: string): string;
};

/** A letter or an email; longer drafts are checked in parts. */
const longestDraft = 10_000;

const kinds: readonly Kind[] = [
  {
    prefix: "ask-theme-",
    title: ({ name }) => `Ask ${name}`,
    about: "Answers a question from the documents alone, with the page of every sentence",
    argument: { name: "question", description: "The question, in plain words", most: maximumQuestion },
    words: ({ id }, given) =>
      [
        `Use ask_policy with themeId ${id} and the question below, unchanged. Give its answer with all citations.`,
        "If the documents don't answer it, say so, and add nothing from elsewhere.",
        "",
        given,
      ].join("\n"),
  },
  {
    prefix: "check-theme-",
    title: ({ name }) => `Check a draft against ${name}`,
    about: "Compares each statement of a draft with the documents",
    argument: {
      name: "draft",
      description: "The text to check, such as a reply to a customer",
      most: longestDraft,
    },
    words: ({ id }, given) =>
      [
        `Check the draft below against the documents of the theme with themeId ${id}.`,
        "For each statement that the documents could settle, ask ask_policy. List the statements: supported, contradicted,",
        "or not in the documents, each with the answer's citations. Change nothing else in the draft.",
        "",
        given,
      ].join("\n"),
  },
];

/** Themes of one list of prompts. */
const mostListed = 50;

/** Prompts made from the themes that the caller may ask. */
export function offerPrompts({ server }: McpServer, caller: Caller): void {
  const openThemes = async () => (await caller.transact(listWithinReach)).filter((theme) => theme.is_open);
  server.registerCapabilities({ prompts: {} });
  server.setRequestHandler("prompts/list", ({ params }) =>
    refusedWith(caller, async () => {
      const from = offsetIn(params?.cursor);
      const themes = await openThemes();
      const end = from + mostListed;
      return {
        prompts: themes.slice(from, end).flatMap((theme) =>
          kinds.map(({ prefix, title, about, argument: { name, description } }) => ({
            name: `${prefix}${theme.id}`,
            title: title(theme),
            description: `${about}. ${theme.purpose}`,
            arguments: [{ name, description, required: true }],
          })),
        ),
        ...(end < themes.length && { nextCursor: cursorOf(end) }),
      };
    }),
  );
  server.setRequestHandler("prompts/get", ({ params }) =>
    refusedWith(caller, async () => {
      const kind = kinds.find(({ prefix }) => params.name.startsWith(prefix));
      const named = kind === undefined ? "" : params.name.slice(kind.prefix.length);
      const theme = (await openThemes()).find(({ id }) => String(id) === named);
      if (kind === undefined || theme === undefined)
        throw refused("This prompt doesn't exist, or you don't have access.");
      const { name, most } = kind.argument;
      const given = params.arguments?.[name]?.trim() ?? "";
      if (given === "" || given.length > most)
        throw refused(`Send ${name}, with at most ${most} characters.`);
      return {
        description: kind.title(theme),
        messages: [
          { role: "user" as const, content: { type: "text" as const, text: kind.words(theme, given) } },
        ],
      };
    }),
  );
}

function refused(sentence: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, sentence);
}
