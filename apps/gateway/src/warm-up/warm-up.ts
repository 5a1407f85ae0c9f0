import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { devNull } from 'node:os';
import { type GatewayConfig, parseConfig } from '@multilane/config';
import { DrainableServer } from '@multilane/http';
import { ALL_MANIFESTS } from '@multilane/providers';
import type { Logger } from '@multilane/telemetry';
import { createServices } from '../create-services.js';
import { createAdmit } from '../http/admit.js';
import { createInferenceHandler } from '../http/inference-handler.js';
import { Authenticators } from '../snapshot/authenticators.js';
import { SnapshotUpdater } from '../snapshot/snapshot-updater.js';
import { HttpTransport } from '../upstream/http-transport.js';
import type { Transport } from '../upstream/upstream-sink.js';
import { createSimulatedProvider, listenOnLoopback } from './simulated-provider.js';

/** At once. More would only wait for each other. */
const CONNECTIONS = 16;

/** No more requests are sent after this, in milliseconds: a machine that is so busy will not be quick for them. */
const LIMIT_MS = 2_000;

/** A start waits no longer for their answers, in milliseconds. */
const GIVE_UP_MS = 10_000;

const MIB = 1024 * 1024;

/**
 * Sends `count` requests through a gateway of this process, with its own configuration, counters and records, to the simulator. V8
 * compiles the way of a request while it runs: without this, the first second of a load runs at a tenth of its pace
 * (docs/performance.md#warm-up). Never rejects: a gateway that could not warm up serves all the same.
 *
 * @param served the configuration whose surfaces are warmed up
 */
export async function warmUp(count: number, served: GatewayConfig, logger: Logger): Promise<void> {
  if (count === 0) return;
  const startedAt = performance.now();
  try {
    const sent = await sendRequests(count, requestsFor(served));
    const ms = Math.round(performance.now() - startedAt);
    if (sent > 0) logger.info({ requests: sent, ms }, 'the gateway is warmed up');
  } catch (error) {
    logger.warn({ err: error }, 'the gateway could not warm up; its first requests are slower');
  }
}

interface WarmUpRequest {
  readonly path: string;
  readonly body: string;
}

const MODEL = 'warm-up';
const EMBEDDING_MODEL = 'warm-up-embeddings';
const PROVIDER = 'warm-up';
const MESSAGES = [
  { role: 'system', content: 'Answer in one sentence.' },
  { role: 'user', content: 'What does a gateway do between a program and the models that it uses?' },
];

/** What is sent in turn: of each surface that the models of a configuration have, most of chat. Without models, as with those of a database, all. */
function requestsFor({ models }: GatewayConfig): WarmUpRequest[] {
  const has = (type: string) => models.length === 0 || models.some((model) => model.type === type);
  const chat = { model: MODEL, messages: MESSAGES, temperature: 0.2, max_tokens: 200 };
  const input = MESSAGES.map(({ content }) => content);
  const question = [{ role: 'user', content: input[1] }];
  const request = (path: string, body: object): WarmUpRequest => ({ path, body: JSON.stringify(body) });
  const whole = request('/v1/chat/completions', chat);
  const stream = request('/v1/chat/completions', { ...chat, stream: true, stream_options: { include_usage: true } });
  return [
    ...(has('chat')
      ? [
          whole,
          stream,
          whole,
          request('/v1/messages', { model: MODEL, system: input[0], messages: question, max_tokens: 200 }),
          whole,
          stream,
          whole,
          request('/v1/responses', { model: MODEL, input: input[1], instructions: input[0] }),
        ]
      : []),
    ...(has('embedding') ? [request('/v1/embeddings', { model: EMBEDDING_MODEL, input })] : []),
  ];
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
  const updater = new SnapshotUpdater(services, new Authenticators(services.snapshots, services.logger, undefined));
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

/** Any kind of provider that speaks the simulator's format at the operator's address. */
const KIND = ALL_MANIFESTS.find(({ credential, wire }) => credential === 'optional_key' && wire?.embeddings)?.kind;

/** Limits and prices as most have them; nothing that is written, and nobody else's key. */
function configFor(origin: string, key: string): GatewayConfig {
  const prices = { input_per_million: 1, output_per_million: 1 };
  const model = { provider: PROVIDER, prices, upstream_model: MODEL };
  const text = JSON.stringify({
    providers: [{ name: PROVIDER, kind: KIND, base_url: `${origin}/v1` }],
    models: [
      { ...model, logical_name: MODEL },
      { ...model, logical_name: EMBEDDING_MODEL, type: 'embedding' },
    ],
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
