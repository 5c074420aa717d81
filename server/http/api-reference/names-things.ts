import type { CallSpec } from "#contract/kernel/endpoint.ts";

/** Whether a call can name a thing that may be absent, or another company's, which looks the same. */
export const namesThings = ({ params, query, body, namesThings: named }: CallSpec): boolean =>
  named === true ||
  params !== undefined ||
  [query, body].some(
    (schema) =>
      schema !== undefined &&
      "shape" in schema &&
      Object.keys(schema.shape as object).some((name) => /^(?:id|\w+Ids?)$/.test(name)),
  );
