import type { JSONSchema7 } from "ai";

export type Prompt = {
  system: string;
  messages: { role: "user" | "assistant"; content: string }[];
  shape?: Shape;
};

/** The form of a reply: what `schema` says if the provider holds its models to schemas, lines of text if not. */
export type Shape = {
  schema: JSONSchema7;
  /** Ends the system prompt of a call with the schema. */
  inSchema: string;
  /** Ends it otherwise. */
  inLines: string;
};
