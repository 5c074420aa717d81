import { z } from "zod";
import { HistoryEntry } from "./answers.ts";
import { endpoint } from "#contract/kernel/endpoint.ts";
import { Id, IdParams, text, Timestamp } from "#contract/kernel/values.ts";

export const about = "Conversations: opened by a link, named, pinned";

/** Longer ones are cut in every list. */
export const longestChatName = 120;

export const ChatLine = z.object({
  id: Id.describe("The chat's first question"),
  name: z.string().describe("Empty: not named"),
  isPinned: z.boolean().describe("Whether it stays at the top of the list"),
  question: z.string().describe("Its first question"),
  themeName: z.string(),
  keptAt: Timestamp.describe("When its name or pin last changed"),
});
export type ChatLine = z.output<typeof ChatLine>;

export const Chat = z.object({
  id: Id.describe("The chat's first question"),
  sessionId: z.string(),
  name: z.string().describe("Empty: not named"),
  isPinned: z.boolean().describe("Whether it stays at the top of the list"),
  person: z.object({ name: z.string() }).nullable().describe("Who asked; null: the caller"),
  isWriting: z.boolean().describe("Its latest answer is still being written, and is not among the entries"),
  entries: z
    .array(HistoryEntry)
    .describe("Oldest first; of a long chat the latest 200, and back to the question named"),
});
export type Chat = z.output<typeof Chat>;

export const listChats = endpoint({
  method: "GET",
  path: "/api/chats",
  permission: "history:read",
  summary: "Your named and pinned chats, pinned ones first",
  query: z.object({ search: text(200).optional().describe("In names and first questions") }),
  output: z.array(ChatLine),
});

export const getChat = endpoint({
  method: "GET",
  path: "/api/chats/:id",
  permission: "history:read",
  summary:
    "The chat of a question: your own or, with permission to read interactions, anyone's in the company",
  params: IdParams,
  output: Chat,
});

export const nameChat = endpoint({
  method: "POST",
  path: "/api/chats/:id/name",
  permission: "history:read",
  summary: "Name your own chat; an empty name removes it",
  params: IdParams,
  body: z.object({ name: text(longestChatName) }),
  output: ChatLine,
});

export const pinChat = endpoint({
  method: "POST",
  path: "/api/chats/:id/pin",
  permission: "history:read",
  summary: "Keep your own chat on top of the list, or no longer",
  params: IdParams,
  body: z.object({ isPinned: z.boolean().describe("Whether it stays at the top of the list") }),
  output: ChatLine,
});
