import { z } from "zod";
import { Tag } from "#contract/kernel/values.ts";
import { analyze, BREAK, termsOf } from "#engine/text/analyze.ts";
import { mostStates, stateNamed } from "#reading/tags/states.ts";
import { mostTags, type Excerpt } from "./prompt.ts";
import type { SuggestedTags } from "#reading/tags/tags.ts";
import { withoutEnds } from "#engine/text/trim.ts";

/** Entries examined per group; the others are ignored. */
const mostRead = 50;

const Group = z
  .array(z.unknown())
  .transform((values) => {
    const tags = values.slice(0, mostRead).flatMap((value) => tidy(value));
    return values.length > 0 && tags.length === 0 ? null : tags;
  })
  .nullable()
  .catch(null);
/** A group that is missing, or contains no possible tag, is null: the reply says nothing about it. */
const Reply = z.object({ partners: Group, products: Group, topics: Group, states: Group });
type Reply = z.output<typeof Reply>;

/** The single JSON object in a reply, with any text around it; null if there is none. */
export function readReply(reply: string): Reply | null {
  const [from, to] = [reply.indexOf("{"), reply.lastIndexOf("}")];
  if (from === -1 || to < from) return null;
  try {
    return Reply.parse(JSON.parse(reply.slice(from, to + 1)));
  } catch {
    return null;
  }
}

/** As a person would type it; none if it is not a tag. */
function tidy(value: unknown): string[] {
  if (typeof value !== "string" || value.length > 200) return [];
  const oneLine = value.toWellFormed().replace(/[\p{Cc}\s]+/gu, " ");
  const bare = withoutEnds(oneLine, /[\s"'“”‘’*•.,;:-]/).normalize("NFC");
  const tag = Tag.safeParse(bare);
  return tag.success && /\p{L}/u.test(tag.data) ? [tag.data] : [];
}

/**
 * The model's tags supported by the document: names and states must appear verbatim in the excerpt, topics by their
 * words; the model cannot know other text. `excerpt.own` are the program's own, found in the entire text. A group left
 * without tags, or missing from the reply, does not change; null if no group changes.
 */
export function acceptTags(reply: Reply, excerpt: Excerpt, present: SuggestedTags): SuggestedTags | null {
  const says = speakerOf([excerpt.name, ...excerpt.headings, ...excerpt.passages]);
  const found = new Set(Object.values(excerpt.own).flatMap((tags: string[]) => tags.map(keyOf)));
  const taken = new Set<string>();
  let accepted = 0;
  const choose = (
    tags: string[] | null,
    before: string[],
    isBorneOut: (tag: string) => boolean,
    most = mostTags,
  ) => {
    const free = (tag: string) => !taken.has(keyOf(tag)) && taken.add(keyOf(tag)).size > 0;
    const good = (tags ?? []).filter((tag) => found.has(keyOf(tag)) || isBorneOut(tag)).filter(free);
    accepted += good.length;
    const isEmptied = tags !== null && tags.length === 0;
    return (good.length > 0 || isEmptied ? good : before.filter(free)).slice(0, most);
  };
  const named = reply.states?.flatMap((tag) => stateNamed(tag) ?? []) ?? null;
  const tags = {
    distributionPartnerTags: choose(reply.partners, present.distributionPartnerTags, says.inARow),
    productTags: choose(reply.products, present.productTags, says.inARow),
    stateTags: choose(
      reply.states?.length === 0 ? [] : orNull(named),
      present.stateTags,
      says.inARow,
      mostStates,
    ),
    topicTags: choose(reply.topics, present.topicTags, says.allWords),
  };
  return accepted === 0 ? null : tags;
}

const keyOf = (tag: string) => tag.toLowerCase();
const orNull = (tags: string[] | null) => (tags === null || tags.length === 0 ? null : tags);

/** Whether texts contain something, by its terms. */
function speakerOf(texts: string[]) {
  const terms = texts.flatMap((text) => [...analyze(text), BREAK]);
  const known = new Set(terms);
  const allWords = (tag: string) => {
    const words = [...termsOf(tag)];
    return words.length > 0 && words.every((word) => known.has(word));
  };
  return {
    allWords,
    /** Up to the first break; words next to the text (`analyze`) only need to occur. */
    inARow(tag: string): boolean {
      const own = analyze(tag);
      const end = own.indexOf(BREAK);
      const row = end === -1 ? own : own.slice(0, end);
      return allWords(tag) && terms.some((_, at) => row.every((word, offset) => terms[at + offset] === word));
    },
  };
}
