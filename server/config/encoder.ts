/** An OpenAI-compatible embedding model somewhere else. */
export type EncoderEndpoint = { baseUrl: string; model: string; apiKey: string | null };

/** Where this installation encodes: at an endpoint, or by a model in a folder of its own. */
export type EncoderConfig = ({ kind: "endpoint" } & EncoderEndpoint) | { kind: "house"; folder: string };
