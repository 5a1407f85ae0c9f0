import { createServer, type Server } from 'node:http';
import type { Metrics } from '@multilane/telemetry';

/** Serves /metrics on a port of its own, where the configuration names one; undefined otherwise. */
export async function serveMetrics(
  port: number | undefined,
  host: string,
  metrics: Metrics,
): Promise<Server | undefined> {
  if (port === undefined) return undefined;
  const server = createServer((request, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.renderMetrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}
