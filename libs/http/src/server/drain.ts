import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayConfig } from '@multilane/config';
import type { Logger } from '@multilane/telemetry';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DrainableServer } from './drainable-server.js';

const CLOSE_IDLE_EVERY_MS = 100;

/** Nobody has opened a connection for this long, in milliseconds: the load balancers have noticed. */
const QUIET_MS = 150;

/** Load balancers that notice nothing are not waited for any longer, in milliseconds. */
const MAX_WAIT_FOR_QUIET_MS = 2_000;

/**
 * Stops an app without cutting an answer (docs/contract/operations.md#shutdown): readiness is down already; wait for
 * load balancers to notice, stop accepting, let running requests and streams finish for up to `drain_ms`, then close
 * what is left.
 *
 * The system resets connections that are opened while the port is being closed, so the port stays open for a moment longer
 * while connections still come in.
 */
export async function drain(
  app: NestFastifyApplication,
  { drain_delay_ms: delayMs, drain_ms: limitMs }: Pick<GatewayConfig['server'], 'drain_delay_ms' | 'drain_ms'>,
  logger: Logger,
): Promise<void> {
  // The server that `createAdapter` makes.
  const server = app.getHttpServer() as unknown as DrainableServer;
  server.startDraining();
  await sleep(delayMs);
  await waitForQuiet(server);
  // A connection whose last answer is sent would otherwise stay open for its next request.
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

async function waitForQuiet(server: DrainableServer): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_FOR_QUIET_MS;
  while (server.quietForMs() < QUIET_MS && performance.now() < deadline) await sleep(QUIET_MS / 3);
}
