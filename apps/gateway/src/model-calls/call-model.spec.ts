import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@multilane/auth';
import { ClientGone } from '@multilane/http';
import { TargetState } from '@multilane/policy';
import { getAdapter, type UpstreamDraft } from '@multilane/providers';
import type { Route, RouteTarget } from '../snapshot/routes/route.js';
import type { ServedModel, Snapshot } from '../snapshot/snapshot.js';
import { type CredentialSource, FixedCredential } from '../upstream/credentials/credential-source.js';
import { RotatedCredentials } from '../upstream/credentials/rotated-credentials.js';
import type { UpstreamSink } from '../upstream/upstream-sink.js';
import { callModel, type ModelQuestion } from './call-model.js';

/** Behavior of a provider in a call. */
type Provider = (sink: UpstreamSink) => void;

const answering =
  (status: number, body: object): Provider =>
  (sink) => {
    sink.onStart(status, { 'content-type': 'application/json' });
    sink.onData(Buffer.from(JSON.stringify(body)));
    sink.onEnd();
  };

const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const said = (content: string) =>
  answering(200, {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage,
  });
const failing = answering(503, { error: { message: 'down', type: 'server_error' } });
const silent: Provider = () => undefined;

const THE_KEY = new FixedCredential('the-key');

/** Models by name, what each provider does, and what was asked of them. */
function world(providers: Readonly<Record<string, Provider>>, credentials: CredentialSource = THE_KEY) {
  const kind = 'openai';
  const asked: { model: string; draft: UpstreamDraft }[] = [];
  const aborted: string[] = [];
  const outcomes: string[] = [];
  const models = new Map<string, ServedModel>();
  for (const [name, provider] of Object.entries(providers)) {
    const address = { origin: 'http://provider.test', path: `/${name}` };
    const target = {
      provider: { kind, upstreamModel: name, headers: {} },
      adapter: getAdapter(kind),
      addressesOf: () => ({ whole: address, streamed: address }),
      credentials,
      timeouts: { first_byte_ms: 1_000, idle_ms: 1_000, total_ms: 1_000, cold_start_ms: 0 },
      coldStart: false,
      transport: {
        send(draft: UpstreamDraft, sink: UpstreamSink) {
          asked.push({ model: name, draft });
          setImmediate(() => provider(sink));
          return { abort: () => void aborted.push(name), pause: () => undefined, resume: () => undefined };
        },
      },
    };
    models.set(name, { logicalName: name, names: [name], type: 'chat', target } as unknown as ServedModel);
  }
  const targets = [...models.values()].map((model): RouteTarget => ({ model, state: new TargetState(), grants: [] }));
  const retry: Route['retry'] = { attempts: 0, on: new Set([503]) };
  const root = { strategy: 'failover', sticky: false, branches: targets.map((to) => ({ to, weight: 1 })) };
  const either = { logicalName: 'either', names: ['either'], type: 'chat', route: { root, targets, retry } };
  const snapshot = { models, virtualModels: new Map([['either', either]]) } as unknown as Snapshot;
  const ask = (request: ModelQuestion['request'], more: Partial<ModelQuestion> = {}) =>
    callModel({
      services: {
        logger: { warn: () => undefined },
        metrics: { recordUpstream: ({ outcome }: { outcome: string }) => outcomes.push(outcome) },
        tracer: undefined,
      } as unknown as ModelQuestion['services'],
      caller: {} as Caller,
      snapshot,
      endpoint: 'chat',
      request,
      source: 'catalog',
      requestId: 'r',
      idSeed: 'seed',
      ...more,
    });
  return { ask, asked, aborted, outcomes };
}

const hello = (model: string, more: object = {}) => ({ model, messages: [{ role: 'user', content: 'Hi' }], ...more });

describe('a model that somebody within the gateway calls', () => {
  it('answers whole, with its usage; it is sent the request with the credential, and counted', async () => {
    const { ask, asked, outcomes } = world({ one: said('Hello') });
    const { response, usage: reported, call } = await ask(hello('one'));
    expect(response).toMatchObject({ choices: [{ message: { content: 'Hello' } }] });
    expect([reported, call.attempts, outcomes]).toEqual([usage, 1, ['success']]);
    expect(asked).toMatchObject([{ model: 'one', draft: { headers: { authorization: 'Bearer the-key' } } }]);
    expect(JSON.parse(String(asked[0]?.draft.body))).toMatchObject(hello('one'));
  });

  it('streams to the observer, and resolves at the end of the stream', async () => {
    const chunk = (choice: object) => ({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...choice });
    const { ask } = world({
      one: (sink) => {
        sink.onStart(200, { 'content-type': 'text/event-stream' });
        for (const content of ['Hel', 'lo']) {
          const event = chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
          sink.onData(Buffer.from(`data: ${JSON.stringify(event)}\n\n`));
        }
        sink.onData(Buffer.from(`data: ${JSON.stringify(chunk({ choices: [], usage }))}\n\ndata: [DONE]\n\n`));
        sink.onEnd();
      },
    });
    let received = '';
    const observer = {
      onChunk: (each: object) => {
        received += (each as { choices: { delta: { content?: string } }[] }).choices[0]?.delta.content ?? '';
      },
    };
    const { response, usage: reported } = await ask(hello('one', { stream: true }), { observer });
    expect([received, response, reported]).toEqual(['Hello', undefined, usage]);
  });

  it('behind a virtual model is followed by the next target if it fails', async () => {
    const { ask, asked, outcomes } = world({ first: failing, second: said('Hello') });
    const { response, call } = await ask(hello('either'));
    expect(response).toMatchObject({ choices: [{ message: { content: 'Hello' } }] });
    expect(asked.map(({ model }) => model)).toEqual(['first', 'second']);
    expect([call.attempts, call.plan.model.logicalName, outcomes]).toEqual([
      2,
      'second',
      ['provider_error', 'success'],
    ]);
  });

  it('is asked with the next credential if one is rejected for its rate', async () => {
    const turns = [answering(429, { error: { message: 'slow down' } }), said('Hello')];
    const { ask, asked } = world({ one: (sink) => turns.shift()?.(sink) }, new RotatedCredentials(['a', 'b']));
    const { call } = await ask(hello('one'));
    expect(call.attempts).toBe(2);
    const used = asked.map(({ draft }) => draft.headers.authorization);
    expect(used.toSorted()).toEqual(['Bearer a', 'Bearer b']);
  });

  it('fails with what the last target said where all do', async () => {
    const { ask } = world({ first: failing, second: failing });
    await expect(ask(hello('either'))).rejects.toMatchObject({ code: 'provider_error', status: 503 });
  });

  it('is left when nobody waits for it any more, also before it was called', async () => {
    const { ask, aborted, asked } = world({ one: silent });
    const leaving = new AbortController();
    const answer = ask(hello('one'), { signal: leaving.signal });
    setImmediate(() => leaving.abort());
    await expect(answer).rejects.toBeInstanceOf(ClientGone);
    await expect(ask(hello('one'), { signal: leaving.signal })).rejects.toBeInstanceOf(ClientGone);
    expect([aborted, asked.length]).toEqual([['one'], 1]);
  });

  it('has as long as the question says, instead of its own time limit', async () => {
    const { ask } = world({ one: silent });
    await expect(ask(hello('one'), { totalMs: 20 })).rejects.toMatchObject({
      code: 'provider_timeout',
      detail: 'no whole answer within 20 ms',
    });
  });

  it.each([
    ['no such model', hello('absent'), {}, 'model_not_found'],
    ['a provider without the endpoint', hello('one'), { endpoint: 'messages' }, 'unsupported_provider'],
  ] as const)('is rejected before any call: %s', async (_title, request, more, code) => {
    const { ask, asked } = world({ one: said('Hello') });
    await expect(ask(request, more)).rejects.toMatchObject({ code });
    expect(asked).toEqual([]);
  });
});
