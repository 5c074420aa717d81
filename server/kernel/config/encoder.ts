/** An OpenAI-compatible embedding model at an endpoint. */
export type EncoderEndpoint = { baseUrl: string; model: string; apiKey: string | null };

/** Where this installation encodes: at an endpoint, or with a local model, from a folder or as it ships. */
export type EncoderConfig =
  | ({ kind: "endpoint" } & EncoderEndpoint)
  | { kind: "local"; folder: string }
  | { kind: "shipped" };
