import { z } from "zod";

const seconds = (least: number, most: number) => z.number().int().min(least).max(most);

/** How long one of a company's two models may take. A slow model in the house needs more than a provider's. */
export const ModelLimits = z.object({
  readingSeconds: seconds(1, 600).describe(
    "The time that reading a prompt may take: a model measured to read more slowly gets fewer passages",
  ),
  silenceSeconds: seconds(1, 600).describe("The longest pause once the prompt is read"),
  totalSeconds: seconds(1, 3600).describe("The longest time from the first word to the last"),
});
export type ModelLimits = z.output<typeof ModelLimits>;

/** A provider's model answers within a few seconds; these are for the worst minute of its day. */
export const usualLimits: ModelLimits = { readingSeconds: 20, silenceSeconds: 30, totalSeconds: 90 };
