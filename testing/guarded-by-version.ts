import { z } from "zod";
import { allEndpoints } from "#contract/nouns.ts";

/** Paths of the calls that take the version of what they change. */
export const guardedByVersion = allEndpoints
  .filter(({ spec: { body } }) => body instanceof z.ZodObject && "version" in body.shape)
  .map(({ spec }) => spec.path)
  .toSorted();
