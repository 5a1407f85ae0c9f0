import { networkInterfaces } from 'node:os';
import type { Environment, GatewayConfig } from '@multilane/config';
import { type RunningGateway, startGateway } from '@multilane/gateway';
import { DatabaseInUse, DatabaseUnavailable, SchemaTooNew, WrongEncryptionKey } from '@multilane/persistence';
import type { RunningService } from '@multilane/process';
import { createWorkspace, type Workspace, type WorkspaceSource } from '@multilane/workspace';
import { allowLoopback } from './allow-loopback.js';
import { writeQuickstart } from './data/quickstart-file.js';
import { describeAddress, isReachableFromOutside, listOutsideAddresses } from './describe-address.js';
import { describeListenProblem } from './describe-listen-problem.js';
import { isForWorkspace } from './owns-path.js';
import type { Plan } from './plan.js';
import { planDemo } from './plan-demo.js';
import { planOwnConfig } from './plan-own-config.js';
import { planWorkspace } from './plan-workspace.js';
import { probePort } from './probe-port.js';
import { StartError } from './start-error.js';
import type { Welcome } from './welcome/write-welcome.js';

export interface StandaloneOptions {
  readonly environment: Environment;
  /** The data folder, which is prepared and locked. */
  readonly folder: string;
  /** Offer the simulator although there are providers. */
  readonly simulator: boolean;
}

export interface Standalone {
  readonly service: RunningService;
  readonly welcome: Welcome;
}

/**
 * Starts everything in this process, and writes quickstart.json once it runs.
 *
 * @throws StartError or ConfigError for what the person who starts it can mend; the process is then expected to end
 */
export async function startStandalone({ environment, folder, simulator }: StandaloneOptions): Promise<Standalone> {
  const plan = planOwnConfig(environment, simulator) ?? (await planDemo(environment, folder, simulator));
  const { host, port, public_base_url: publicAddress } = plan.config.server;
  // The port first: whether it can be had is known at once, while the first start of a database takes seconds.
  await probePort(host, port).catch((error: unknown) => {
    throw describeListenProblem(error, host, port) ?? error;
  });
  const source = planWorkspace(plan, folder);
  const workspace = await openWorkspace(source);
  const gateway = await listen(plan, source, workspace);
  const address = describeAddress(host, portOf(gateway));
  const models = plan.config.models.map((model) => model.logical_name);
  writeQuickstart(folder, { base_url: `${address}/v1`, api_key: plan.apiKey ?? null, models });
  return {
    service: {
      reopenAudit: gateway.reopenAudit,
      stop: async () => {
        await gateway.stop();
        await workspace.close();
      },
    },
    welcome: {
      // Browsers sign in there alone: the origin of a request must be that of the public address.
      address: publicAddress?.replace(/\/+$/, '') ?? address,
      setupToken: workspace.setupToken,
      apiKey: plan.apiKey,
      models,
      chatModel: plan.config.models.find(({ type }) => type === 'chat')?.logical_name,
      notes: isReachableFromOutside(host) ? [...plan.notes, describeReach(host, portOf(gateway))] : plan.notes,
      configFile: plan.configFile,
      dataFolder: folder,
      teams: plan.config.teams.map(({ name }) => name),
    },
  };
}

function describeReach(host: string, port: number): string {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const outside = listOutsideAddresses(host, port, own);
  const where = outside.length === 0 ? '' : ` Its addresses: ${outside.join(', ')}`;
  return `Other machines can reach it: it listens on ${host}.${where}`;
}

async function openWorkspace(source: WorkspaceSource): Promise<Workspace> {
  try {
    return await createWorkspace(source);
  } catch (error) {
    const isExpected = [DatabaseInUse, DatabaseUnavailable, SchemaTooNew, WrongEncryptionKey].some(
      (kind) => error instanceof kind,
    );
    throw error instanceof Error && isExpected ? new StartError(error.message) : error;
  }
}

/** One port and one database for both: the gateway listens, and hands the workspace what is its own. */
async function listen(
  { config, configFile, isFollowed }: Plan,
  { config: { encryption } }: WorkspaceSource,
  workspace: Workspace,
): Promise<RunningGateway> {
  try {
    const source = {
      // The key may be one of the data folder: addresses of images are signed with what is derived from it.
      config: { ...config, encryption },
      database: workspace.database,
      adapt: (edited: GatewayConfig) => allowLoopback({ ...edited, encryption }),
      ...(isFollowed ? { path: configFile } : {}),
    };
    return await startGateway(source, (incoming, response) => {
      if (!isForWorkspace(incoming)) return false;
      workspace.handle(incoming, response);
      return true;
    });
  } catch (error) {
    await workspace.close();
    throw describeListenProblem(error, config.server.host, config.server.port) ?? error;
  }
}

/** The port in use: another than the configured one where that is 0. */
function portOf({ url }: RunningGateway): number {
  return Number(new URL(url).port || 80);
}
