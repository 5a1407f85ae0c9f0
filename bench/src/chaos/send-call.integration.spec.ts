import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Pool } from 'undici';
import { kindOf, TRAFFIC } from '../soak/traffic-mix.js';
import { CHAOS_MODEL, CUT_UPSTREAM, FAILING_UPSTREAM } from './chaos-model.js';
import { type FaultyUpstream, startFaultyUpstream } from './faulty-upstream.js';
import { type Call, sendCall } from './send-call.js';

let upstream: FaultyUpstream;
let pool: Pool;

beforeAll(async () => {
  upstream = await startFaultyUpstream();
  pool = new Pool(upstream.url, { connections: 1 });
});

afterAll(async () => {
  await pool.destroy();
  upstream.close();
});

const outcomeOf = async (call: Partial<Call>): Promise<string> => {
  const body = JSON.stringify({ model: CHAOS_MODEL });
  const whole = { id: '1', key: 'key', path: '/v1/chat/completions', body, leaves: false };
  return (await sendCall(pool, { ...whole, ...call })).outcome;
};

const streamed = (model: string) => ({ body: JSON.stringify({ model, stream: true }) });

it('knows whole answers, and streams by their end', async () => {
  expect(await outcomeOf({})).toBe('200');
  expect(await outcomeOf(streamed(CHAOS_MODEL))).toBe('200');
  expect(await outcomeOf({ ...streamed(CHAOS_MODEL), streamEnd: /never/ })).toBe('200, then an error event');
});

it('leaves a stream behind its first piece', async () => {
  expect(await outcomeOf({ ...streamed(CHAOS_MODEL), leaves: true })).toBe('left');
});

it('knows refusals, broken answers, and that nobody listens', async () => {
  expect(await outcomeOf({ body: JSON.stringify({ model: FAILING_UPSTREAM }) })).toBe('500');
  expect(await outcomeOf({ body: JSON.stringify({ model: CUT_UPSTREAM }) })).toBe('broken');
  expect(await outcomeOf(streamed(CUT_UPSTREAM))).toBe('broken');
  const nobody = new Pool('http://127.0.0.1:1');
  const call = { id: '1', key: 'key', path: '/', body: '{}', leaves: false };
  expect((await sendCall(nobody, call)).outcome).toBe('no connection');
  await nobody.destroy();
});

it('recognises the end of the streams of /v1/messages that the provider sends', async () => {
  const kind = TRAFFIC.find(({ name }) => name === 'messages, native, streamed') ?? kindOf(0);
  expect(await outcomeOf(kind)).toBe('200');
});
