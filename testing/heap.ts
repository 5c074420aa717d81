/** Node flag that opens the inspector for `heapOf`; only processes of this machine reach the port. */
export const inspectAt = (port: number) => ({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });

/** MiB on the heap of a process's main thread, after a garbage collection. */
export async function heapOf(port: number): Promise<number> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const [target] = targets;
  if (target === undefined) throw new Error("The process has no inspector.");
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("The inspector refused the connection."));
  });
  const ask = (id: number, method: string) =>
    new Promise<{ usedSize?: number }>((resolve) => {
      socket.addEventListener("message", ({ data }) => {
        const message = JSON.parse(String(data)) as { id: number; result: { usedSize?: number } };
        if (message.id === id) resolve(message.result);
      });
      socket.send(JSON.stringify({ id, method }));
    });
  try {
    await ask(1, "HeapProfiler.collectGarbage");
    const { usedSize = 0 } = await ask(2, "Runtime.getHeapUsage");
    return usedSize / 1024 / 1024;
  } finally {
    socket.close();
  }
}
