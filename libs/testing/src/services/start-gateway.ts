import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findClosedPort } from '../http/find-closed-port.js';
import { httpRequest } from '../http/http-request.js';
import { PROJECT_ROOT } from '../project-root.js';
import { configText } from './gateway-config.js';
import { type Service, spawnService } from './spawn-service.js';
import { waitUntilReady } from './wait-until-ready.js';

const GATEWAY_ENTRY = join(PROJECT_ROOT, 'apps/gateway/dist/main.js');

export interface GatewayOptions {
  /** The text of gateway.yaml, or an object to write as one. */
  config: string | object;
  /** Beside GATEWAY_CONFIG, HOST and PORT; the gateway sees no other variable. */
  env?: Readonly<Record<string, string>>;
  /** A free one by default. */
  port?: number;
  /** Milliseconds; 10 s by default. */
  readyWithinMs?: number;
  /** Program to run instead of the project's own gateway, built: the path of its `main.js`. */
  entry?: string;
}

export interface RunningGateway extends Service {
  /** `http://127.0.0.1:<port>`, without /v1. */
  baseUrl: string;
  port: number;
  /** The text of GET /metrics. */
  metrics(): Promise<string>;
  /** Replaces gateway.yaml while the gateway runs: in place, or by a file moved over it as careful editors do. */
  rewriteConfig(config: string | object, how?: 'in-place' | 'by-rename'): Promise<void>;
}

/**
 * Starts the built gateway with a configuration of its own and settles when /readyz answers 200. Throws with the
 * gateway's output when that takes over 10 s, or as long as the options say. The configuration's temporary folder goes when the process does.
 */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'multilane-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const configFile = join(folder, 'gateway.yaml');
  try {
    await writeFile(configFile, configText(options.config));
    const port = options.port ?? (await findClosedPort());
    const baseUrl = `http://127.0.0.1:${port}`;
    const service = await spawnService(process.execPath, [options.entry ?? GATEWAY_ENTRY], {
      GATEWAY_CONFIG: configFile,
      HOST: '127.0.0.1',
      PORT: String(port),
      // Tests start many.
      WARM_UP_REQUESTS: '0',
      ...options.env,
    });
    await waitUntilReady(service, `${baseUrl}/readyz`, options.readyWithinMs).catch(async (error: unknown) => {
      await service.stop('SIGKILL');
      throw error;
    });
    const exited = service.exited.finally(removeFolder);
    return {
      ...service,
      baseUrl,
      port,
      exited,
      async stop(signal) {
        await service.stop(signal);
        return exited;
      },
      metrics: async () => (await httpRequest({ url: `${baseUrl}/metrics` })).text,
      async rewriteConfig(config, how = 'in-place') {
        const target = how === 'in-place' ? configFile : `${configFile}.new`;
        await writeFile(target, configText(config));
        if (target !== configFile) await rename(target, configFile);
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}
