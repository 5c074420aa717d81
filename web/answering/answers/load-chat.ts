import { listHistory } from "#contract/answering/answers.ts";
import type { HistoryEntry } from "#contract/answering/answers.ts";
import { callApi } from "#web/kernel/api.ts";

const pageSize = 100;

/** The chat of a question, oldest first: the latest questions, and back as far as this one. */
export async function loadChat({ sessionId, themeId, interactionId }: HistoryEntry): Promise<HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  for (;;) {
    const before = entries.at(-1)?.interactionId;
    const page = await callApi(listHistory, { sessionId, themeId, limit: pageSize, before });
    entries.push(...page);
    if (page.length < pageSize || page.some((entry) => entry.interactionId === interactionId))
      return entries.toReversed();
  }
}
