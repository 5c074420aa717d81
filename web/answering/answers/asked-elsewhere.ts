type Asked = { themeId: number; question: string };

let waiting: Asked | null = null;

/** Hands a question to the next workbench that opens. Not in the URL: a link must not ask on someone's behalf. */
export function askOnArrival(asked: Asked): void {
  waiting = asked;
}

/** The pending question for this theme; consumed on read. */
export function takeAsked(themeId: number): string | null {
  if (waiting?.themeId !== themeId) return null;
  const { question } = waiting;
  waiting = null;
  return question;
}
