import type { TracingConfig } from "#server/platform/start-tracing.ts";
import { ConfigError } from "./config-error.ts";

type Values = {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS: string;
  OTEL_SERVICE_NAME: string;
  OTEL_TRACES_SAMPLER_ARG: number;
};

/**
 * OpenTelemetry's own variables, as its specification names them.
 * @throws ConfigError for an address or headers that cannot be used
 */
export function tracingOf(values: Values): TracingConfig | null {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return null;
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
    throw new ConfigError(
      "OTEL_EXPORTER_OTLP_ENDPOINT must be an address that begins with http:// or https://.",
    );
  return {
    endpoint: endpoint.replace(/\/$/, ""),
    headers: headersOf(values.OTEL_EXPORTER_OTLP_HEADERS),
    service: values.OTEL_SERVICE_NAME,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** `name=value` pairs separated by commas, values percent-encoded (W3C Baggage, as the specification asks). */
function headersOf(written: string): Record<string, string> {
  const pairs = written.split(",").filter((pair) => pair.trim() !== "");
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = "", ...rest] = pair.split("=");
      const value = rest.length === 0 ? null : decode(rest.join("=").trim());
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name.trim()) || value === null || !/^[\x20-\x7e]*$/.test(value))
        throw new ConfigError(
          "OTEL_EXPORTER_OTLP_HEADERS must be pairs such as authorization=Bearer%20secret, separated by commas.",
        );
      return [name.trim().toLowerCase(), value];
    }),
  );
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
