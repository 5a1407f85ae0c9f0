import { createServer } from 'node:http';
import { findClosedPort } from '@multilane/testing';

/** Somebody who is told of the ends of jobs. */
export interface WebhookReceiver {
  readonly url: string;
  /** Number of deliveries of each event, by its `webhook-id`. */
  readonly received: ReadonlyMap<string, number>;
  open(): Promise<void>;
  close(): void;
}

/** A receiver that is away: connections to its address are refused until it is opened. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const port = await findClosedPort();
  const received = new Map<string, number>();
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      received.set(id, (received.get(id) ?? 0) + 1);
      response.writeHead(204).end();
    });
  });
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    open: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, '127.0.0.1', resolve);
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
