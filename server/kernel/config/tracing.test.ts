import { expect, test } from "vitest";
import { tracingOf } from "./tracing.ts";

const given = (endpoint: string | undefined, headers = "") =>
  tracingOf({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers,
    OTEL_SERVICE_NAME: "footnote",
    OTEL_TRACES_SAMPLER_ARG: 1,
  });

test("without an endpoint there are no traces", () => {
  expect(given(undefined, "broken")).toBeNull();
});

test("headers are pairs with percent-encoded values", () => {
  expect(given("http://collector:4318/", "Authorization=Bearer%20a=b, x-team = policies")).toMatchObject({
    endpoint: "http://collector:4318",
    headers: { authorization: "Bearer a=b", "x-team": "policies" },
  });
});

test.each(["collector:4318", "ftp://collector", "collector"])("refuses the endpoint %s", (endpoint) => {
  expect(() => given(endpoint)).toThrow("must be an address that begins with http:// or https://");
});

test.each(["authorization", "=x", "a b=c", "a=%zz", "a=line%0abreak"])(
  "refuses the headers %s",
  (headers) => {
    expect(() => given("http://collector:4318", headers)).toThrow("must be pairs such as");
  },
);
