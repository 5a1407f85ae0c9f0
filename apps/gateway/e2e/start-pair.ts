import {
  type FakeUpstream,
  type GatewaySections,
  gatewayConfig,
  type HttpAnswer,
  type HttpCall,
  httpRequest,
  type OpenStream,
  openStream,
  type RunningGateway,
  startGateway,
  startUpstream,
  TEST_KEYS,
  type UpstreamOptions,
} from '@multilane/testing';

/** Milliseconds for hooks that start or stop a process: a busy machine takes its time. */
export const HOOK_LIMIT_MS = 60_000;

/** Milliseconds for tests that wait for time limits of the gateway to pass. */
export const SLOW_TEST_LIMIT_MS = 40_000;

/** The smallest body that is accepted. */
export const HELLO = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] };

/** A call of the gateway: a path instead of the URL, and by default the key of team research. */
export interface GatewayCall extends Omit<HttpCall, 'url'> {
  /** The Bearer token; null sends none. */
  key?: string | null;
}

/** A built gateway in front of a fake provider. */
export interface Pair {
  upstream: FakeUpstream;
  gateway: RunningGateway;
  /** The text of the gateway.yaml in effect at the start, with sections replaced. */
  config(overrides?: GatewaySections): string;
  send(path: string, call?: GatewayCall): Promise<HttpAnswer>;
  open(path: string, call?: GatewayCall): Promise<OpenStream>;
  /** POST /v1/chat/completions; `HELLO` supplies what `body` leaves out. */
  chat(body?: object, call?: GatewayCall): Promise<HttpAnswer>;
  /** The same with `stream: true`, read as it arrives. */
  stream(body?: object, call?: GatewayCall): Promise<OpenStream>;
  stop(): Promise<void>;
}

const CHAT_PATH = '/v1/chat/completions';

/**
 * Starts a provider and the built gateway in front of it.
 *
 * @param overrides Sections of gateway.yaml to replace, given the provider's address.
 * @param env Environment variables for the gateway.
 * @param options Of the provider.
 */
export async function startPair(
  overrides: (upstreamUrl: string) => GatewaySections = () => ({}),
  env: Readonly<Record<string, string>> = {},
  options: UpstreamOptions = {},
): Promise<Pair> {
  const upstream = await startUpstream(options);
  const config = (more: GatewaySections = {}) =>
    gatewayConfig({ upstreamUrl: upstream.url, ...overrides(upstream.url), ...more });
  const gateway = await startGateway({ config: config(), env }).catch(async (error: unknown) => {
    await upstream.close();
    throw error;
  });

  const toCall = (path: string, { key = TEST_KEYS.research, headers, ...call }: GatewayCall = {}): HttpCall => ({
    ...call,
    url: `${gateway.baseUrl}${path}`,
    headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
  });
  const send = (path: string, call?: GatewayCall) => httpRequest(toCall(path, call));
  const open = (path: string, call?: GatewayCall) => openStream(toCall(path, call));
  return {
    upstream,
    gateway,
    config,
    send,
    open,
    chat: (body, call) => send(CHAT_PATH, { body: { ...HELLO, ...body }, ...call }),
    stream: (body, call) => open(CHAT_PATH, { body: { ...HELLO, stream: true, ...body }, ...call }),
    async stop() {
      await gateway.stop();
      await upstream.close();
    },
  };
}
