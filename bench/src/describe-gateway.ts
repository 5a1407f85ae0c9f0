import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildGatewayConfig } from './build-gateway-config.js';
import { findFreePort, type ServerDescription } from './server-under-test.js';

const GATEWAY = join(import.meta.dirname, '../../apps/gateway/dist/main.js');

/** The gateway as an operator starts it, with a generated configuration. JSON is YAML, so no writer is needed. */
export async function describeGateway(
  upstreamUrl: string,
  directory: string,
  core?: number,
  name = 'gateway',
  workers?: number,
): Promise<ServerDescription> {
  const port = await findFreePort();
  const configuration = join(directory, `${name}.yaml`);
  writeFileSync(
    configuration,
    JSON.stringify(buildGatewayConfig(upstreamUrl, join(directory, `${name}-audit.ndjson`), workers), null, 2),
  );
  return {
    name,
    command: [process.execPath, GATEWAY],
    environment: { NODE_ENV: 'production', GATEWAY_CONFIG: configuration, PORT: String(port), HOST: '127.0.0.1' },
    port,
    readyPath: '/readyz',
    ...(core === undefined ? {} : { core }),
  };
}
