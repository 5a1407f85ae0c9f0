import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { devNull } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type GatewayConfig, parseConfig } from '@multilane/config';
import { DrainableServer } from '@multilane/http';
import { ALL_MANIFESTS } from '@multilane/providers';
import type { Logger } from '@multilane/telemetry';
import { ENDPOINTS } from '../endpoints/endpoints.js';
import { createAdmit } from '../http/admit.js';
import { createInferenceHandler } from '../http/inference-handler.js';
import { Authenticators } from '../snapshot/access/authenticators.js';
import { SnapshotUpdater } from '../snapshot/snapshot-updater.js';
import { createServices } from '../start/create-services.js';
import { HttpTransport } from '../upstream/http-transport.js';
import type { Transport } from '../upstream/upstream-sink.js';
import { createSimulatedProvider, listenOnLoopback } from './simulated-provider.js';

/** At once. More would only wait for each other. */
const CONNECTIONS = 16;

/** No more requests are sent after this, in milliseconds: a machine that is so busy will not be quick for them. */
const LIMIT_MS = 2_000;

/** Their answers are waited for no longer, in milliseconds. */
const GIVE_UP_MS = 8_000;
/** A start waits no longer for all of it, in milliseconds, whatever does not end. */
const START_LIMIT_MS = 10_000;

const MIB = 1024 * 1024;

/**
 * Sends `server.warm_up_requests` through a gateway of this process, with its own configuration, counters and records, to the simulator. V8
 * compiles the way of a request while it runs: without this, the first second of a load runs at a tenth of its pace
 * (docs/performance.md#warm-up). Never rejects: a gateway that could not warm up serves all the same.
 *
 * @param served the configuration that says how many, and whose surfaces are warmed up
 */
export async function warmUp(served: GatewayConfig, logger: Logger): Promise<void> {
  const count = served.server.warm_up_requests;
  if (count === 0) return;
  const startedAt = performance.now();
  try {
    const sent = await Promise.race([sendRequests(count, requestsFor(served)), failAfter(START_LIMIT_MS)]);
    const ms = Math.round(performance.now() - startedAt);
    if (sent > 0) logger.info({ requests: sent, ms }, 'the gateway is warmed up');
  } catch (error) {
    logger.warn({ err: error }, 'the gateway could not warm up; its first requests are slower');
  }
}

async function failAfter(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false });
  throw new Error(`it took more than ${ms} ms`);
}

interface WarmUpRequest {
  readonly path: string;
  readonly body: string;
}

const PROVIDER = 'warm-up';

/** Endpoints whose requests are answered at once. */
const WARMED_UP = ENDPOINTS.filter(({ runsLaterAt, warmUpBodies }) => warmUpBodies && runsLaterAt === undefined);

/** Requests that are sent in turn, by the types of a configuration's models. All of them without models, as with a database. */
function requestsFor({ models }: GatewayConfig): WarmUpRequest[] {
  const types = new Set(models.map(({ type }) => type));
  return WARMED_UP.filter(({ modelTypes }) => types.size === 0 || modelTypes.some((type) => types.has(type))).flatMap(
    ({ modelTypes: [model = ''], route: { path }, warmUpBodies = [] }) =>
      warmUpBodies.map((body) => ({ path, body: JSON.stringify({ ...body, model }) })),
  );
}

/** Resolves with how many were answered, in time. Rejects with the first answer that is none of success. */
async function sendRequests(count: number, requests: readonly WarmUpRequest[]): Promise<number> {
  if (requests.length === 0) return 0;
  const provider = createSimulatedProvider();
  try {
    return await sendThroughGateway(await listenOnLoopback(provider), count, requests);
  } finally {
    closeAtOnce(provider);
  }
}

async function sendThroughGateway(
  provider: string,
  count: number,
  requests: readonly WarmUpRequest[],
): Promise<number> {
  const key = `ml-${randomBytes(16).toString('hex')}`;
  const config = configFor(provider, key);
  const services = await createServices(config);
  const updater = new SnapshotUpdater(services, new Authenticators(services.snapshots, services.tasks, undefined));
  updater.start(config);
  const admit = createAdmit({ snapshots: services.snapshots, onUse: () => undefined, publicOrigin: undefined });
  const handle = createInferenceHandler(services, admit, { bodyBytes: MIB, uploadBytes: MIB });
  const gateway = new DrainableServer((incoming, response) => void handle(incoming, response));
  const client = HttpTransport.create(config.network, LIMIT_MS, true);
  const giveUp = setTimeout(() => gateway.closeAllConnections(), GIVE_UP_MS);
  try {
    return await sendAll(client, await listenOnLoopback(gateway), key, requests, count);
  } finally {
    clearTimeout(giveUp);
    closeAtOnce(gateway);
    await client.close();
    await updater.close();
    await services.close();
  }
}

function closeAtOnce(server: Server): void {
  server.close();
  server.closeAllConnections();
}

async function sendAll(
  client: Transport,
  origin: string,
  key: string,
  requests: readonly WarmUpRequest[],
  count: number,
): Promise<number> {
  const until = performance.now() + LIMIT_MS;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  let sent = 0;
  const lane = async (): Promise<void> => {
    while (sent < count && performance.now() < until) {
      const { body, path } = requests[sent % requests.length] as WarmUpRequest;
      sent += 1;
      await send(client, { address: { origin, path }, headers, body });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return sent;
}

function send(client: Transport, draft: Parameters<Transport['send']>[0]): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = 0;
    client.send(draft, {
      onStart: (status) => (answer = status),
      onData: () => undefined,
      onEnd: () =>
        answer === 200 ? resolve() : reject(new Error(`${draft.address.path} was answered with ${answer}`)),
      onError: reject,
    });
  });
}

const MODEL_TYPES = [...new Set(WARMED_UP.flatMap(({ modelTypes }) => modelTypes))];

/** Any kind of provider that speaks the simulator's format at the operator's address. */
const KIND = ALL_MANIFESTS.find(({ credential, wire }) => credential === 'optional_key' && wire?.embeddings)?.kind;

/** Limits and prices as most have them; nothing that is written, and nobody else's key. */
function configFor(origin: string, key: string): GatewayConfig {
  const prices = { input_per_million: 1, output_per_million: 1 };
  const text = JSON.stringify({
    providers: [{ name: PROVIDER, kind: KIND, base_url: `${origin}/v1` }],
    // Each has the name of its type.
    models: MODEL_TYPES.map((type) => ({ logical_name: type, type, provider: PROVIDER, prices, upstream_model: type })),
    teams: [
      {
        name: 'warm-up',
        rpm_limit: 1_000_000_000,
        api_keys: [{ name: 'warm-up', key, role: 'member' }],
      },
    ],
    audit: { path: devNull },
    telemetry: { log_level: 'silent' },
  });
  return parseConfig(text, { env: {} }).config;
}
