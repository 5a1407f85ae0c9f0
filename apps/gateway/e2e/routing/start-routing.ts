import {
  completion,
  completionEvents,
  type GatewaySections,
  type HttpAnswer,
  jsonReply,
  type Reply,
  type StreamReply,
  streamReply,
  TEST_KEYS,
  TEST_PROVIDER_KEYS,
  waitUntil,
} from '@multilane/testing';
import { type Pair, startPair } from '../start-pair.js';

/** Models of one group of tests: knowledge of a target would reach from one test into the next. */
export interface Targets {
  readonly models: readonly string[];
  readonly virtual?: readonly object[];
  readonly configs?: readonly object[];
  /** Settings of some of the models, by name. */
  readonly settings?: Readonly<Record<string, object>>;
  /** Further sections of gateway.yaml. */
  readonly sections?: GatewaySections;
}

/** A gateway whose models are called at the provider as they are here, so that an upstream knows which is meant. */
export function startRouting(
  { models, virtual = [], configs = [], settings = {}, sections = {} }: Targets,
  teams?: readonly object[],
): Promise<Pair> {
  return startPair((upstreamUrl) => ({
    providers: [
      { name: 'openai', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url: `${upstreamUrl}/v1` },
      { name: 'anthropic', kind: 'anthropic', api_key: TEST_PROVIDER_KEYS.anthropic, base_url: upstreamUrl },
    ],
    models: models.map((name) => ({
      logical_name: name,
      provider: name.startsWith('claude') ? 'anthropic' : 'openai',
      upstream_model: name,
      prices: { input_per_million: 1, output_per_million: 2 },
      ...(name.startsWith('embed') && { type: 'embedding' }),
      ...settings[name],
    })),
    virtual_models: virtual,
    routing_configs: configs,
    ...sections,
    teams: teams ?? [
      {
        name: 'research',
        api_keys: [
          { name: 'ci', key: TEST_KEYS.research },
          { name: 'root', key: TEST_KEYS.researchAdmin, role: 'admin' },
        ],
      },
    ],
  }));
}

/** A virtual model of these targets. */
export const route = (name: string, models: readonly (string | object)[], more: object = {}): object => ({
  name,
  targets: models.map((model) => (typeof model === 'string' ? { model } : model)),
  ...more,
});

/** Each model answers what is said here, in turn, the last one again and again; what is not named answers well. */
export function answerWith(pair: Pair, replies: Readonly<Record<string, Reply | readonly Reply[]>>): void {
  const turns = new Map(Object.entries(replies).map(([model, reply]) => [model, [reply].flat() as Reply[]]));
  pair.upstream.onRequest(({ body }) => {
    const { model, stream } = body as { model: string; stream?: boolean };
    const left = turns.get(model) ?? [];
    const [next] = left.length > 1 ? left.splice(0, 1) : left;
    return next ?? (stream ? helloFrom(model) : jsonReply(completion({ content: `from ${model}` })));
  });
}

export function helloFrom(model: string): StreamReply {
  return streamReply(completionEvents(['from ', model]));
}

/** The models that the upstream was asked for, in order. */
export function calledModels(pair: Pair): string[] {
  return pair.upstream.requests.map(({ body }) => (body as { model: string }).model);
}

export function textOf(answer: HttpAnswer): string | undefined {
  const { choices } = answer.json() as { choices?: { message: { content: string } }[] };
  return choices?.[0]?.message.content;
}

/** The audit record of an answer. */
export function recordOf(pair: Pair, answer: Pick<HttpAnswer, 'headers'>): Promise<Record<string, unknown>> {
  return findRecord(pair, ({ request_id: id }) => id === answer.headers['x-request-id']);
}

export function findRecord(
  pair: Pair,
  isIt: (record: Record<string, unknown>) => boolean,
): Promise<Record<string, unknown>> {
  return waitUntil('the audit record', () =>
    pair.gateway
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{"time"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find(isIt),
  );
}
