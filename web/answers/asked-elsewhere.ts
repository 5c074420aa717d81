type Asked = { themeId: number; question: string };

let waiting: Asked | null = null;

/** Leaves a question for the workbench that is opened next. It is in no address: a link must not ask in somebody's name. */
export function askOnArrival(asked: Asked): void {
  waiting = asked;
}

/** The question that waits for this theme; once. */
export function takeAsked(themeId: number): string | null {
  if (waiting?.themeId !== themeId) return null;
  const { question } = waiting;
  waiting = null;
  return question;
}
