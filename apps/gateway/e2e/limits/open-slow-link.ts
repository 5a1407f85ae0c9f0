import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server of this machine that can be slowed down. */
export interface SlowLink {
  readonly port: number;
  /** Delay of the answers, in milliseconds. */
  delayMs: number;
  close(): Promise<void>;
}

export async function openSlowLink(port: number): Promise<SlowLink> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => {
      if (way.delayMs === 0) near.write(bytes);
      else setTimeout(() => near.destroyed || near.write(bytes), way.delayMs);
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const way: SlowLink = {
    port: (server.address() as AddressInfo).port,
    delayMs: 0,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return way;
}
