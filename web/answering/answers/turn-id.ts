/** The element of a question and its answer, to scroll to. */
export const turnId = (interactionId: number) => `question-${interactionId}`;
