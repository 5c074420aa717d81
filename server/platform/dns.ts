import { Resolver } from "node:dns/promises";

/** Texts of a name's TXT records, each joined into one string; none if the name has no such record. */
export type ReadTexts = (name: string) => Promise<string[]>;

/** Queries this machine's resolvers, for about five seconds at most. */
export const readTexts: ReadTexts = async (name) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  try {
    return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(""));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTFOUND" || code === "ENODATA") return [];
    throw error;
  }
};
