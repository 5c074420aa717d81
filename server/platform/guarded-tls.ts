import { isIP } from "node:net";
import { connect } from "node:tls";
import { publicLookup, refusalOfHost, RefusedAddressError } from "./address-guard.ts";

export type TlsTarget = {
  host: string;
  port: number;
  /** PEM of the authority to trust in place of the public ones. */
  ca: string | null;
};

type Limits = { privateHosts: readonly string[]; patienceMs: number; signal: AbortSignal };

/**
 * Sends bytes to a host that a company's administrator entered, over TLS, guarded as `createGuardedFetch` is: the
 * connection itself checks the address after resolving the name. Resolves once the receiver closes in answer to our own
 * end, after it was handed every byte: protocols without an acknowledgment have no better sign that all was read.
 * @throws RefusedAddressError with a sentence; other errors if the network or the certificate fails
 */
export async function sendOverTls(
  { host: written, port, ca }: TlsTarget,
  bytes: Buffer,
  { privateHosts, patienceMs, signal }: Limits,
): Promise<void> {
  const host = written.toLowerCase();
  const refused = refusalOfHost(host, privateHosts);
  if (refused !== null) throw new RefusedAddressError(refused);
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const socket = connect({
      host,
      port,
      minVersion: "TLSv1.2",
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(ca === null ? {} : { ca }),
      ...(privateHosts.includes(host) ? {} : { lookup: publicLookup }),
    });
    let isSent = false;
    const stop = (error: Error) => void socket.destroy(error);
    const onAbort = () => stop(new Error("the program is stopping"));
    const clock = setTimeout(() => stop(new DOMException("too slow", "TimeoutError")), patienceMs);
    signal.addEventListener("abort", onAbort, { once: true });
    socket.once("secureConnect", () => socket.end(bytes));
    socket.once("finish", () => (isSent = true));
    socket.once("end", () => {
      if (isSent) resolve();
      else stop(new BrokenOffError());
    });
    socket.once("error", reject);
    socket.once("close", () => {
      clearTimeout(clock);
      signal.removeEventListener("abort", onAbort);
      reject(new BrokenOffError());
    });
    // unrequested data is read and discarded, to notice the end of the connection
    socket.resume();
  });
}

class BrokenOffError extends Error {
  readonly code = "closed before everything was sent";
}
