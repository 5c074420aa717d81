import { z } from "zod";
import { programPath } from "#contract/answering/programs.ts";
import { allEndpoints } from "#contract/api.ts";

/** Fields that say what is changed, beside those that change. */
const addressing = ["version", "companyId"];

const fieldsOf = (shape: Record<string, z.ZodType>) =>
  Object.entries(shape).flatMap(([name, field]) => (addressing.includes(name) ? [] : [field]));

/** With nothing but a switch there are no two wishes to choose between. */
const isSwitch = ([field, ...others]: z.ZodType[]) =>
  field !== undefined &&
  others.length === 0 &&
  field.safeParse(true).success &&
  field.safeParse(false).success &&
  !field.safeParse("x").success;

/** Nor where a call only names what the server works out by itself. */
const holdsNoWish = (fields: z.ZodType[]) =>
  fields.every((field) => ![true, 1, [1], "x", ["x"]].some((value) => field.safeParse(value).success));

/** Paths of the calls behind a form that take the version of what they change. */
export const guardedByVersion = allEndpoints
  .filter(
    ({ spec: { body, path, method } }) =>
      body instanceof z.ZodObject &&
      "version" in body.shape &&
      !path.startsWith(programPath) &&
      !isSwitch(fieldsOf(body.shape)) &&
      !(method === "POST" && holdsNoWish(fieldsOf(body.shape))),
  )
  .map(({ spec }) => spec.path)
  .toSorted();
