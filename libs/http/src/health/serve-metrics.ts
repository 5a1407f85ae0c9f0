import { createServer, type Server } from 'node:http';
import type { Metrics } from '@multilane/telemetry';
import { pathOf } from '../server/request-head.js';

/**
 * Serves /metrics on a port of its own, where the configuration names one; undefined otherwise. Rejects with `PortInUse` where
 * the port is in use.
 */
export async function serveMetrics(
  port: number | undefined,
  host: string,
  metrics: Metrics,
): Promise<Server | undefined> {
  if (port === undefined) return undefined;
  const server = createServer((request, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    if (pathOf(request.url ?? '').replace(/\/$/, '') !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.render(request.headers.accept).then(
      ({ contentType, text }) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, port)));
    server.listen(port, host, resolve);
  });
  return server;
}

/** The port is in use. The message says what to do. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse';
}

function explain(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE') return error;
  const message =
    `server.metrics_port ${port} is already in use. Two services on one machine that read the same gateway.yaml need a port ` +
    'each: set METRICS_PORT for one of them.';
  return new PortInUse(message, { cause: error });
}
