import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findClosedPort, PROJECT_ROOT, spawnService, waitUntilReady } from '@multilane/testing';

const START_LIMIT_MS = 240_000;

/** A gateway beside those of the world, without a database: what its callers do is in no ledger. */
export interface OwnGateway {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** @param config what its gateway.yaml says */
export async function startOwnGateway(config: object): Promise<OwnGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-own-'));
  const file = join(folder, 'gateway.yaml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(config));
  const port = await findClosedPort();
  const service = await spawnService(process.execPath, [join(PROJECT_ROOT, 'apps/gateway/dist/main.js')], {
    PATH: process.env.PATH ?? '',
    GATEWAY_CONFIG: file,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'error',
  });
  await waitUntilReady(service, `http://127.0.0.1:${port}/readyz`, START_LIMIT_MS);
  return {
    port,
    pid: service.pid,
    stop: async () => {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
