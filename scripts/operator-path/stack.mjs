/** A deployment as docs/deploying.md describes it: two gateways and a workspace behind Caddy, on PostgreSQL and Redis. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  findClosedPort,
  httpRequest,
  INGRESSES,
  startRedis,
  testEncryptionKey,
  waitUntil,
  waitUntilReady,
} from '../../libs/testing/dist/index.js';
import { runProgram } from './image-trees.mjs';

const START_LIMIT_MS = 120_000;

/** The proxy asks each second whether a gateway is ready: docs/deploying.md#one-address-for-both. */
const TWO_HEALTH_INTERVALS_MS = 2_000;

/** Client by which the workspace signs people in: docs/sso-and-scim.md. */
export const SSO_CLIENT = { id: 'multilane-console', secret: 'client-secret-of-the-console' };

/** @typedef {import('./image-trees.mjs').Release} Release */
/** @typedef {import('../../libs/testing/dist/index.js').Service} Service */

/**
 * Surroundings that every stack of a run shares.
 *
 * @typedef {object} Surroundings
 * @property {string} folder
 * @property {string} issuerUrl
 * @property {(step: () => Promise<unknown>) => void} onEnd
 */

/** Two gateways and a workspace behind one address. */
export class Stack {
  /** @type {Service[]} */
  gateways = [];
  /** @type {Service | undefined} */
  workspace = undefined;

  /**
   * @param {Surroundings} surroundings
   * @param {string} origin
   * @param {string} configFile
   * @param {Readonly<Record<string, string>>} env
   * @param {{ readonly gateways: readonly number[], readonly workspace: number }} ports
   */
  constructor(surroundings, origin, configFile, env, ports) {
    this.surroundings = surroundings;
    this.origin = origin;
    this.configFile = configFile;
    this.env = env;
    this.ports = ports;
  }

  get databaseUrl() {
    return this.env.DATABASE_URL ?? '';
  }

  /**
   * Brings the schema up to date by the command line of a release. Returns what it printed.
   *
   * @param {Release} release
   */
  async migrate(release) {
    const run = await runProgram(this.surroundings.folder, release.cli, ['migrate'], this.env);
    const { code } = await run.exited;
    if (code !== 0) throw new Error(`migrate exited with ${code}: ${run.stderr()}`);
    return run.stdout().trim();
  }

  /** @param {Release} release */
  async start(release) {
    this.workspace = await this.run(release.workspace, this.ports.workspace);
    this.gateways = await Promise.all(this.ports.gateways.map((port) => this.run(release.gateway, port)));
    await this.waitForOrigin();
  }

  /**
   * Replaces all services, the gateways one at a time: docs/upgrading.md#by-hand.
   *
   * @param {Release} release
   */
  async replace(release) {
    for (const [index, gateway] of this.gateways.entries()) {
      await stopInOrder(gateway, `gateway ${index + 1}`);
      this.gateways[index] = await this.run(release.gateway, this.ports.gateways[index] ?? 0);
      await new Promise((resolve) => setTimeout(resolve, TWO_HEALTH_INTERVALS_MS));
    }
    if (this.workspace !== undefined) await stopInOrder(this.workspace, 'the workspace');
    this.workspace = await this.run(release.workspace, this.ports.workspace);
  }

  /** Ends the services; the database stays. */
  async stop() {
    const services = [...this.gateways, ...(this.workspace === undefined ? [] : [this.workspace])];
    await Promise.all(services.map((service) => service.stop('SIGKILL')));
  }

  /** Returns the token that the workspace printed for the first owner. */
  setupToken() {
    return waitUntil('the setup token', () => /ml_setup_\w+/.exec(this.workspace?.stdout() ?? '')?.[0]);
  }

  /**
   * @param {string} entry
   * @param {number} port
   */
  async run(entry, port) {
    const service = await runProgram(this.surroundings.folder, entry, [], { ...this.env, PORT: String(port) });
    this.surroundings.onEnd(() => service.stop('SIGKILL'));
    await waitUntilReady(service, `http://127.0.0.1:${port}/ready`, START_LIMIT_MS);
    return service;
  }

  /** Waits until both services answer through the proxy: 401 is theirs. */
  async waitForOrigin() {
    for (const path of ['/v1/models', '/auth/session']) {
      const answers = async () => (await httpRequest({ url: this.origin + path })).status === 401 || undefined;
      await waitUntil(`${path} behind the proxy`, answers, START_LIMIT_MS);
    }
  }
}

/**
 * Writes the configuration of a stack and starts its proxy and its Redis, so that its address is known. Its services are not started.
 *
 * @param {string} name
 * @param {string} databaseUrl
 * @param {Surroundings} surroundings
 */
export async function prepareStack(name, databaseUrl, surroundings) {
  const caddy = INGRESSES.find((ingress) => ingress.name === 'Caddy');
  if (caddy === undefined) throw new Error('There is no Caddy: apt-get install caddy');
  const ports = {
    gateways: [await findClosedPort(), await findClosedPort()],
    workspace: await findClosedPort(),
  };
  const proxy = await caddy.start(ports);
  surroundings.onEnd(() => proxy.stop());
  const redis = await startRedis();
  surroundings.onEnd(() => redis.stop());
  const folder = join(surroundings.folder, name);
  const spool = join(folder, 'spool');
  mkdirSync(spool, { recursive: true });
  // The services run as another account.
  chmodSync(spool, 0o777);
  const configFile = join(folder, 'gateway.yaml');
  writeFileSync(
    configFile,
    `server: { host: 127.0.0.1, public_base_url: "${proxy.url}", trust_proxy: [127.0.0.1] }
network: { allow_private: [127.0.0.1/32] }
audit: { spool_dir: ${spool} }
auth:
  oidc: { issuer: "${surroundings.issuerUrl}", audience: multilane }
  console: { sso: { client_id: ${SSO_CLIENT.id}, client_secret: ${SSO_CLIENT.secret} } }
`,
  );
  const env = {
    GATEWAY_CONFIG: configFile,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    ENCRYPTION_KEY: testEncryptionKey(5),
  };
  return new Stack(surroundings, proxy.url, configFile, env, ports);
}

/**
 * Stops a service as an orchestrator does, and waits for it.
 *
 * @param {Service} service
 * @param {string} name
 */
async function stopInOrder(service, name) {
  const { code, signal } = await service.stop();
  if (code !== 0) throw new Error(`${name} did not stop in order: code ${code}, signal ${signal}: ${service.stderr()}`);
}
