import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayConfig } from '@multilane/config';
import type { Logger } from '@multilane/telemetry';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

const CLOSE_IDLE_EVERY_MS = 100;

/**
 * Stops an app without cutting an answer (decisions section 10): readiness is down already; wait for load balancers to
 * notice, stop accepting, let running requests and streams finish for up to `drain_ms`, then close what is left.
 */
export async function drain(
  app: NestFastifyApplication,
  { drain_delay_ms: delayMs, drain_ms: limitMs }: GatewayConfig['server'],
  logger: Logger,
): Promise<void> {
  await sleep(delayMs);
  const server = app.getHttpServer();
  // A connection whose last answer is out would otherwise be kept open for its next request.
  const closeIdle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const limit = setTimeout(() => {
    logger.warn(
      { drain_ms: limitMs },
      'requests were still running at the end of the drain; their connections are closed',
    );
    server.closeAllConnections();
  }, limitMs);
  await app.close();
  clearTimeout(limit);
  clearInterval(closeIdle);
}
