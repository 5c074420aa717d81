import { portOf } from "#server/kernel/port.ts";
import { openThreadPool, type ThreadPool } from "#server/platform/thread-pool.ts";
import { shares } from "#server/kernel/fair-use.ts";
import type { SamlSettings } from "#contract/identity/sign-on.ts";
import type { ResponseRead, ResponseToRead } from "./read-response.ts";

/** XML from outside can be made to take long, and must not delay anyone's call. */
export type SamlReading = {
  readResponse(input: ResponseToRead): Promise<ResponseRead>;
  readMetadata(input: { xml: string }): SamlSettings | { refused: string };
};

export const samlReaders = portOf<ThreadPool<SamlReading>>("pool of SAML readers");

/** A response takes some 10 ms. */
export const samlDeadlineMs = 2_000;

export function openSamlReaders(): ThreadPool<SamlReading> {
  return openThreadPool<SamlReading>(new URL("./saml-worker.ts", import.meta.url), {
    eager: false,
    rules: shares.saml,
  });
}
