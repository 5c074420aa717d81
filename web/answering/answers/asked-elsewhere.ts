/** A question to a theme, or null: a new chat. */
type Arrival = { themeId: number; question: string } | null;

let waiting: Arrival = null;
const listeners = new Set<() => void>();

/**
 * Hands a question to the workbench, which may be open already, or asks it for a new chat. Not in the URL: a link must not
 * ask on someone's behalf.
 */
export function arriveWith(arrival: Arrival): void {
  waiting = arrival;
  for (const listen of listeners) listen();
}

/** The pending question for this theme; consumed on read. */
export function takePendingQuestion(themeId: number): string | null {
  if (waiting?.themeId !== themeId) return null;
  const { question } = waiting;
  waiting = null;
  return question;
}

/** Tells the open workbench that something arrives. */
export function onArrival(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}
