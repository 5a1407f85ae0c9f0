import { describe, expect, it } from '@jest/globals';
import { type ProviderAdapter, ProviderFailure } from '@multilane/providers';
import type { Transport, UpstreamSink } from './upstream-sink.js';
import { WholeAnswer } from './whole-answer.js';

const PIECE_BYTES = 64 * 1024;
const DRAFT = { address: { origin: 'http://provider.test', path: '/' }, headers: {}, body: '' };
const mapped: { body: string }[] = [];
const adapter = {
  mapError: (_status: number, body: string) => {
    mapped.push({ body });
    return new ProviderFailure('provider_rejected_request');
  },
} as unknown as ProviderAdapter;

/** A call that the provider answers at once. */
function call(text: string, { status = 200, answersHoldInputs = false, ends = true } = {}) {
  const answer = new WholeAnswer(adapter, { answersHoldInputs }, { attemptEnded: () => undefined });
  const bytes = Buffer.from(text);
  const state = { bytesRead: 0, aborted: false };
  const deliver = (sink: UpstreamSink): void => {
    sink.onStart(status, {});
    for (let at = 0; at < bytes.length && !state.aborted; at += PIECE_BYTES) {
      state.bytesRead = at + PIECE_BYTES;
      sink.onData(bytes.subarray(at, state.bytesRead));
    }
    if (ends && !state.aborted) sink.onEnd();
  };
  const transport: Transport = {
    send: (_draft, sink) => {
      setImmediate(() => deliver(sink));
      const abort = (): void => {
        state.aborted = true;
      };
      return { abort, pause: () => undefined, resume: () => undefined };
    },
  };
  answer.start(transport, DRAFT, 60_000);
  return { answer, state };
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',');

describe('an answer of a provider', () => {
  it.each([
    ['objects', `{"a":[${'{},'.repeat(3_000_000)}1]}`],
    ['lists', `{"a":[${'[],'.repeat(3_000_000)}1]}`],
    ['named members', `{${names(600_000)}}`],
    ['items', `[${'"",'.repeat(5_000_000)}1]`],
    ['levels', `${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`],
  ])('with too many %s is rejected as soon as that is known, and never parsed', async (_name, text) => {
    const { answer, state } = call(text);
    await expect(answer.finished).rejects.toMatchObject({ code: 'provider_error', detail: /holds too many/ });
    expect(state.aborted).toBe(true);
    expect(state.bytesRead).toBeLessThanOrEqual(text.length);
  });

  it.each([
    [
      'vectors of an embeddings answer',
      JSON.stringify({ data: Array(200).fill(Array(1_536).fill(-0.00692928349599)) }),
    ],
    ['probabilities of tokens', JSON.stringify({ a: Array(50_000).fill({ token: 'é', logprob: -1, bytes: [195] }) })],
    ['a long text', JSON.stringify({ content: 'line\n'.repeat(1_000_000), more: ['"'] })],
    ['text that is no UTF-8', JSON.stringify({ a: Array(100_000).fill('é') }).replace('é', '\ufffd')],
  ])('that holds %s is parsed while others have their turns', async (_name, text) => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    const { answer } = call(text);
    setImmediate(count);
    await answer.finished;
    isOver = true;
    // Compared as text: to look for what differs takes long.
    expect(JSON.stringify(answer.parse()) === JSON.stringify(JSON.parse(text))).toBe(true);
    expect(turns).toBeGreaterThan(text.length / 4_000_000);
  });

  it('keeps its long integers where it may hold inputs of tools, whatever its size', async () => {
    const text = `{"input":[${'12345678901234567890,'.repeat(50_000)}1],"b":9007199254740993}`;
    const { answer } = call(text, { answersHoldInputs: true });
    await answer.finished;
    expect(JSON.stringify(answer.parse())).toBe(text);
  });

  it.each(['[1,]', '{"a"', '<html>'])('that ends in %s is a provider_error at any size', async (end) => {
    for (const text of [end, `[${'"a",'.repeat(200_000)}${end}`]) {
      const { answer } = call(text);
      await answer.finished;
      expect(() => answer.parse()).toThrow(ProviderFailure);
    }
  });

  it('is parsed no further once nobody waits for it', async () => {
    const { answer } = call(`[${'1,'.repeat(3_000_000)}1]`);
    setTimeout(() => answer.abort(new Error('the client left')), 20);
    await expect(answer.finished).rejects.toThrow('the client left');
  });

  it('with an error is read up to 64 KiB, and its rest is not waited for', async () => {
    const { answer, state } = call(`{"error":{"message":"no"},"z":[${'{},'.repeat(3_000_000)}`, {
      status: 400,
      ends: false,
    });
    await expect(answer.finished).rejects.toMatchObject({ code: 'provider_rejected_request' });
    expect(state).toEqual({ bytesRead: 2 * PIECE_BYTES, aborted: true });
    expect(mapped.at(-1)?.body).toHaveLength(PIECE_BYTES);
  });
});
