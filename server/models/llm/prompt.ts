export type Prompt = { system: string; messages: { role: "user" | "assistant"; content: string }[] };
