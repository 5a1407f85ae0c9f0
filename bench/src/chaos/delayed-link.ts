import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP link to another port of this machine whose every byte can be made late: a slow network, or a slow server. */
export interface DelayedLink {
  readonly port: number;
  /** From now on, what comes from either side is passed on so many milliseconds later; 0: at once. */
  setDelay(milliseconds: number): void;
  close(): void;
}

/** Opens a link on a free port of 127.0.0.1. */
export async function openDelayedLink(targetPort: number): Promise<DelayedLink> {
  let delay = 0;
  const sockets = new Set<Socket>();
  const pass = (from: Socket, to: Socket): void => {
    // A byte never overtakes another, also where the delay was shortened between them.
    let free = 0;
    from.on('data', (bytes) => {
      const due = Math.max(performance.now() + delay, free);
      free = due;
      const wait = due - performance.now();
      if (wait <= 0) to.write(bytes);
      else setTimeout(() => to.write(bytes), wait);
    });
    from.on('close', () => to.destroy());
    from.on('error', () => to.destroy());
  };
  const server: Server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    pass(client, upstream);
    pass(upstream, client);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return {
    port: address.port,
    setDelay: (milliseconds) => {
      delay = milliseconds;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
