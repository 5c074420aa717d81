import { z } from "zod";
import { programPath } from "#contract/answering/programs.ts";
import { allEndpoints } from "#contract/api.ts";

/** Fields that say what is changed, beside those that change. */
const addressing = ["version", "companyId"];

/** With nothing but a switch there are no two wishes to choose between. */
const isSwitch = (shape: Record<string, z.ZodType>) => {
  const fields = Object.entries(shape).filter(([name]) => !addressing.includes(name));
  return (
    fields.length === 1 &&
    fields.every(
      ([, field]) =>
        field.safeParse(true).success && field.safeParse(false).success && !field.safeParse("x").success,
    )
  );
};

/** Paths of the calls behind a form that take the version of what they change. */
export const guardedByVersion = allEndpoints
  .filter(
    ({ spec: { body, path } }) =>
      body instanceof z.ZodObject &&
      "version" in body.shape &&
      !path.startsWith(programPath) &&
      !isSwitch(body.shape),
  )
  .map(({ spec }) => spec.path)
  .toSorted();
