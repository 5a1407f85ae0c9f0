import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type HttpAnswer, jsonReply, TEST_KEYS } from '@multilane/testing';
import { startEveryProvider } from '../start-every-provider.js';
import { type GatewayCall, HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { taskReply } from '../task-replies.js';
import { findAuditRecord, INFERENCE_ROUTES, type InferenceRoute, isMessages } from './inference-routes.js';

const BODY_LIMIT_BYTES = 1024 * 1024;

let pair: Pair;

beforeAll(async () => {
  pair = await startEveryProvider({ server: { request_body_limit_mb: 1, drain_delay_ms: 0, drain_ms: 2_000 } });
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.onRequest(taskReply));

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

afterEach(() => {
  const refusals = [...pair.upstream.refusals];
  pair.upstream.reset();
  expect(refusals).toEqual([]);
});

interface Expected {
  status: number;
  code: string;
  type?: string;
  param?: string;
}

/**
 * The one shape of every failure; on messages it is at the same time the native one (docs/contract/messages.md#errors).
 */
function expectRefusal(route: InferenceRoute, answer: HttpAnswer, { status, type, ...members }: Expected): void {
  expect([answer.status, answer.headers['content-type']]).toEqual([
    status,
    expect.stringMatching(/^application\/json\b/),
  ]);
  const error = { ...members, type: type ?? 'invalid_request_error', message: expect.stringMatching(/\w/) };
  const id = answer.headers['x-request-id'];
  expect(id).toEqual(expect.stringMatching(/\w/));
  expect(answer.json()).toEqual(isMessages(route) ? { type: 'error', error, request_id: id } : { error });
  if (isMessages(route)) expect(answer.headers['request-id']).toBe(id);
  else expect(answer.headers['request-id']).toBeUndefined();
}

const JSON_TYPE = { 'content-type': 'application/json' };

describe.each(INFERENCE_ROUTES)('docs/contract/requests.md#paths, $path', (route) => {
  const { path, body, endpoint } = route;
  const { model: _model, ...withoutModel } = body;
  const send = (call: GatewayCall) => pair.send(path, { body, ...call });

  it.each<[what: string, call: GatewayCall, expected: Expected]>([
    ['no credential', { key: null }, { status: 401, code: 'invalid_api_key' }],
    [
      'x-api-key alone, which is not accepted',
      { key: null, headers: { 'x-api-key': TEST_KEYS.research } },
      { status: 401, code: 'invalid_api_key' },
    ],
    ['an unknown key', { key: 'ml-test-unknown-key-000000001' }, { status: 401, code: 'invalid_api_key' }],
    [
      "a model outside the team's policy",
      { key: TEST_KEYS.support },
      { status: 403, code: 'model_not_allowed', type: 'permission_error', param: 'model' },
    ],
    [
      'an unknown model',
      { body: { ...body, model: 'nothing' } },
      { status: 404, code: 'model_not_found', param: 'model' },
    ],
    [
      'a model that is no text',
      { body: { ...body, model: 1 } },
      { status: 400, code: 'invalid_value', param: 'model' },
    ],
    ['an empty body', { body: '', headers: JSON_TYPE }, { status: 400, code: 'invalid_json' }],
    ['no JSON', { body: '{"model":', headers: JSON_TYPE }, { status: 400, code: 'invalid_json' }],
    ['JSON that is no object', { body: '[]', headers: JSON_TYPE }, { status: 400, code: 'invalid_value' }],
    [
      'a body too large',
      { body: { ...body, filler: 'x'.repeat(BODY_LIMIT_BYTES) } },
      { status: 413, code: 'payload_too_large' },
    ],
    [
      'another content type',
      { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      { status: 415, code: 'unsupported_media_type' },
    ],
    [
      'a routing config that nobody named',
      { headers: { 'x-service-config': 'nothing' } },
      { status: 400, code: 'invalid_value', param: 'X-Service-Config' },
    ],
    ['a path below it', {}, { status: 404, code: 'unsupported_endpoint' }],
  ])('%s is rejected, and no provider asked', async (what, call, expected) => {
    const answer = what === 'a path below it' ? await pair.send(`${path}/more`, { body }) : await send(call);
    expectRefusal(route, answer, expected);
    expect(pair.upstream.requests).toEqual([]);
  });

  it('a request without a model is rejected, except by the check that needs none', async () => {
    const answer = await send({ body: withoutModel });
    if (endpoint === 'moderations') expect(answer.status).toBe(200);
    else expectRefusal(route, answer, { status: 400, code: 'invalid_value', param: 'model' });
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'])('405 method_not_allowed with Allow: %s', async (method) => {
    const answer = await pair.send(path, { method });
    expectRefusal(route, answer, { status: 405, code: 'method_not_allowed' });
    expect(answer.headers.allow).toBe('POST');
  });

  it('a model of a wrong type is 400 invalid_model_type, of another world 400 unsupported_provider', async () => {
    const code = endpoint === 'decision' ? 'unsupported_provider' : 'invalid_model_type';
    expectRefusal(route, await send({ body: { ...body, model: route.mismatch } }), {
      status: 400,
      code,
      param: 'model',
    });
  });

  it('docs/contract/decision.md#providers: a decision model on any other endpoint is 400 unsupported_provider', async () => {
    const answer = await send({ body: { ...body, model: 'simulator-decision' } });
    if (endpoint === 'decision') expect(answer.status).toBe(200);
    else expectRefusal(route, answer, { status: 400, code: 'unsupported_provider', param: 'model' });
  });

  it.each(['functions', 'function_call'])('the deprecated %s is 400 unsupported_parameter', async (param) => {
    const answer = await send({ body: { ...body, [param]: [] } });
    expectRefusal(route, answer, { status: 400, code: 'unsupported_parameter', param });
  });

  it('an upstream failure is 502 provider_error', async () => {
    // Tokens are counted here where the provider of the model cannot.
    const model = endpoint === 'messages.count_tokens' ? 'anthropic-chat' : body.model;
    pair.upstream.onRequest(() => jsonReply({ message: 'down' }, { status: 500 }));
    const answer = await send({ body: { ...body, model } });
    expectRefusal(route, answer, { status: 502, code: 'provider_error', type: 'server_error' });
  });

  it('a request that is right is answered, with the id that it came with', async () => {
    const answer = await send({ headers: { 'x-request-id': 'mine' } });
    expect([answer.status, answer.headers['x-request-id']]).toEqual([200, 'mine']);
    expect(answer.headers['request-id']).toBe(isMessages(route) ? 'mine' : undefined);
  });

  it('a trailing slash is ignored', async () => {
    expect((await pair.send(`${path}/`, { body })).status).toBe(200);
  });

  it('a refusal is recorded under its name', async () => {
    const id = `refused-${endpoint}`;
    await send({ body: { ...body, model: 'nothing' }, headers: { 'x-request-id': id } });
    expect(await findAuditRecord(pair, id)).toMatchObject({
      endpoint,
      status: 404,
      outcome: 'refused',
      error_code: 'model_not_found',
      team: 'research',
      usage_source: 'none',
    });
  });
});
