import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface EffectSink {
  readonly url: string;
  /** Number of arrivals of each idempotency key. */
  readonly keys: ReadonlyMap<string, number>;
  /** Requests by their path and the time in their body that a schedule gave: the idempotency keys that came with them. */
  readonly scheduled: ReadonlyMap<string, ReadonlySet<string>>;
  close(): void;
}

export interface SinkListener {
  /** @param port of the sender, which has no answer yet */
  onReceived(path: string, port: number): void;
  onAnswered(path: string, port: number): void;
}

/** Counts what steps have it do. A request below `/scheduled/` says for which time it is. */
export async function startSink({ onAnswered, onReceived }: SinkListener): Promise<EffectSink> {
  const keys = new Map<string, number>();
  const scheduled = new Map<string, Set<string>>();
  const server = createServer(async (request, response) => {
    const key = String(request.headers['idempotency-key']);
    const path = request.url ?? '';
    const port = request.socket.remotePort ?? 0;
    // A worker that is killed leaves its request.
    request.on('error', () => undefined);
    if (path.startsWith('/scheduled/')) {
      const body = (await json(request).catch(() => ({}))) as { at?: string };
      const firing = `${path} ${body.at}`;
      const seen = scheduled.get(firing) ?? new Set();
      scheduled.set(firing, seen.add(key));
      response.end('{}');
      return;
    }
    request.resume();
    keys.set(key, (keys.get(key) ?? 0) + 1);
    const node = path.slice(1);
    onReceived(node, port);
    response.end('{}', () => onAnswered(node, port));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    scheduled,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
