import { createServer, type AddressInfo, type Server } from "node:net";
import { ConfigError } from "#server/kernel/config/config-error.ts";

export type Listening = { port: number; host: string };

type Names = Record<keyof Listening, string>;

/** The settings that name the address people use. */
export const ofPeople: Names = { port: "PORT", host: "HOST" };
/** The settings that name the address of the figures. */
export const ofMetrics: Names = { port: "METRICS_PORT", host: "METRICS_HOST" };

/** @throws ConfigError naming the setting to correct */
export async function naming<T>(listening: Listening, names: Names, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ConfigError(sentenceOf(error as NodeJS.ErrnoException, listening, names), { cause: error });
  }
}

/** Finds out before anything is started; the port stays free for the server that opens it last. */
export function probe(listening: Listening, names: Names): Promise<void> {
  return naming(listening, names, async () => {
    const server = createServer();
    await bindTo(server, listening);
    await new Promise((resolve) => server.close(resolve));
  });
}

/** @returns the address that it got */
export function bindTo(server: Server, { port, host }: Listening): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve(server.address() as AddressInfo);
    });
  });
}

function sentenceOf(
  { code, message }: NodeJS.ErrnoException,
  { port, host }: Listening,
  names: Names,
): string {
  if (code === "EADDRINUSE")
    return `Port ${port} (${names.port}) of ${host} is in use by another program. Nothing was started. Stop that program, or name another port in ${names.port}.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return `${host} (${names.host}) is not an address of this machine. Nothing was started. Name one of its addresses in ${names.host}, or 0.0.0.0 for all.`;
  if (code === "EACCES")
    return `Port ${port} (${names.port}) may not be opened by this user. Nothing was started. Name a port from 1024 on in ${names.port}.`;
  return `The server could not listen on ${host}, port ${port} (${names.host}, ${names.port}): ${message}. Nothing was started.`;
}
