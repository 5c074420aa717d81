import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type TcpSwitch = {
  port: number;
  /** Leads to another port from now on and ends the connections to the one before; null: to none. */
  leadTo(port: number | null): void;
  close(): Promise<void>;
};

/** An address that stays while the server behind it is replaced, as a virtual IP or a provider's writer endpoint does. */
export async function startTcpSwitch(first: number): Promise<TcpSwitch> {
  let target: number | null = first;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    if (target === null) return void client.destroy();
    const behind = connect(target, "127.0.0.1");
    for (const [socket, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endAll = () => open.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      target = port;
      endAll();
    },
    close: () =>
      new Promise((resolve) => {
        endAll();
        server.close(() => resolve());
      }),
  };
}
