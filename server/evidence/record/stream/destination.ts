import type { RecordEvent } from "#contract/evidence/record.ts";
import { beginningOf } from "#server/platform/beginning-of.ts";
import { sendOverTls } from "#server/platform/guarded-tls.ts";
import { refusalOf } from "#server/platform/guarded-fetch.ts";
import { networkFailure, refusedAnswer } from "#server/platform/network-failure.ts";
import { open } from "#server/platform/secrets.ts";
import type { VerbServices } from "#server/kernel/services.ts";
import { platformLog } from "../log.ts";
import { ocsfOf } from "../ocsf.ts";
import type { StreamRow } from "./store.ts";
import { framed, syslogMessage } from "./syslog.ts";

/** Enough time for a receiver to store a megabyte on slow disks. */
const patienceMs = 15_000;
/** Excerpt of a refusing receiver's response, for its administrator. */
const mostBytes = 300;
/** RFC 5425, 4.1. */
const syslogPort = 6514;

export type Destination = { kind: "https"; url: URL } | { kind: "syslog"; host: string; port: number };

/** @returns a sentence if the address is not usable */
export function destinationOf(address: string, privateHosts: readonly string[]): Destination | string {
  const url = URL.parse(address);
  if (url === null || !/^(?:https?|syslog\+tls):$/.test(url.protocol) || url.hostname === "")
    return "Enter a full address, like https://collector.example.com/raw or syslog+tls://siem.example.com:6514.";
  if (url.username !== "" || url.password !== "")
    return "Leave out the user name and password. Enter a header instead.";
  if (url.protocol !== "syslog+tls:") return refusalOf(url, privateHosts) ?? { kind: "https", url };
  if (!/^\/?$/.test(url.pathname) || url.search !== "" || url.hash !== "")
    return "A syslog address is a host and a port, like syslog+tls://siem.example.com:6514.";
  // the guard parses hosts like a browser: alternative spellings of an address are normalized
  const plain = URL.parse(`https://${url.host}`);
  if (plain === null) return "The host of this address cannot be read.";
  const port = url.port === "" ? syslogPort : Number(url.port);
  const host = plain.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  return refusalOf(plain, privateHosts) ?? { kind: "syslog", host, port };
}

/** Binds a sealed header value to its log. */
export const streamBinding = (log: number) =>
  `${log === platformLog ? "platform" : `company:${log}`}/record-stream`;

/** Sends events; returns why it failed, as a sentence, or null once the receiver has them. */
export async function sendEvents(
  services: VerbServices,
  stream: Pick<StreamRow, "log" | "address" | "header" | "sealed" | "ca">,
  events: RecordEvent[],
): Promise<string | null> {
  const { privateHosts, publicUrl } = services.config;
  const to = destinationOf(stream.address, privateHosts);
  if (typeof to === "string") return to;
  const host = to.kind === "https" ? to.url.host : `${to.host}:${to.port}`;
  try {
    if (to.kind === "https") return await post(services, to.url, stream, events);
    const bytes = framed(events.map((event) => syslogMessage(event, new URL(publicUrl).hostname)));
    const ca = stream.ca === "" ? null : stream.ca;
    await sendOverTls({ host: to.host, port: to.port, ca }, bytes, {
      privateHosts,
      patienceMs,
      signal: services.stopping,
    });
    return null;
  } catch (error) {
    services.stopping.throwIfAborted();
    return networkFailure(error, host, patienceMs);
  }
}

async function post(
  services: VerbServices,
  url: URL,
  stream: Pick<StreamRow, "log" | "header" | "sealed" | "ca">,
  events: RecordEvent[],
): Promise<string | null> {
  const secret =
    stream.sealed === null
      ? null
      : open(services.config.secretKeys, streamBinding(stream.log), stream.sealed);
  const response = await services.guardedFetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/x-ndjson",
      ...(stream.header === "" || secret === null ? {} : { [stream.header]: secret }),
    },
    body: events.map((event) => `${JSON.stringify(ocsfOf(event))}\n`).join(""),
    timeoutMs: patienceMs,
    signal: services.stopping,
    ...(stream.ca === "" ? {} : { ca: stream.ca }),
  });
  const said = (await beginningOf(response, mostBytes)).replaceAll(/\s+/g, " ").trim();
  return response.ok ? null : refusedAnswer(url.host, response.status, said);
}
