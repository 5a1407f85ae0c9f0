import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP link to another port that can fall silent: connections stay open, new ones open too, and no byte gets through. */
export interface SilentLink {
  readonly port: number;
  /** From now on every byte is lost, in both directions. */
  silence(): void;
  /** Connections that exist now stay silent for ever, as after a firewall forgot them. New ones work. */
  silenceOpen(): void;
  /** Lets traffic through again from now on. Lost packets stay lost. */
  heal(): void;
  /** Connections that are open now. */
  readonly connections: number;
  /** By which port a client reached the link, whose connection the target sees as coming from `port`. Undefined: there is none. */
  findClient(port: number): number | undefined;
  close(): Promise<void>;
}

/** Opens a link on a free port of 127.0.0.1 to a port of `hostname`. */
export async function openSilentLink(targetPort: number, hostname = '127.0.0.1'): Promise<SilentLink> {
  let isSilent = false;
  const sockets = new Set<Socket>();
  const forgotten = new WeakSet<Socket>();
  /** By the port that the target sees. */
  const clients = new Map<number, number | undefined>();
  const server = createServer((near) => {
    const far = connect(targetPort, hostname);
    const pass = (from: Socket, to: Socket): void => {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (bytes) => {
        if (!isSilent && !forgotten.has(near)) to.write(bytes);
      });
      from.on('error', () => from.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    };
    pass(near, far);
    pass(far, near);
    far.once('connect', () => {
      const { localPort } = far;
      if (localPort === undefined) return;
      clients.set(localPort, near.remotePort);
      far.once('close', () => clients.delete(localPort));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => {
      isSilent = true;
    },
    silenceOpen: () => {
      for (const socket of sockets) forgotten.add(socket);
    },
    heal: () => {
      isSilent = false;
    },
    get connections() {
      return sockets.size / 2;
    },
    findClient: (port) => clients.get(port),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
