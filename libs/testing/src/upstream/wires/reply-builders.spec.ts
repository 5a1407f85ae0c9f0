import { describe, expect, it } from '@jest/globals';
import type { ProviderKind } from '@multilane/contracts';
import type { Reply } from '../reply.js';
import { decodeMessage } from './bedrock/event-stream.js';
import { readEvents } from './read-events.js';
import { repliesOf } from './replies-of.js';
import type { AnswerParts } from './reply-builders.js';
import { wireFor } from './wire-for.js';

const PATHS: Partial<Record<ProviderKind, string>> = {
  openai: '/v1/chat/completions',
  anthropic: '/v1/messages',
  gemini: '/v1beta/models/m:generateContent',
  cohere: '/v2/chat',
  bedrock: '/model/m/converse',
};
const KINDS = Object.keys(PATHS) as ProviderKind[];
const call = (number: number) => ({ id: `call_${number}`, name: 'look', arguments: `{"number":${number}}` });
const thinking = { text: 'Let me see.', signature: 'c2lnbmVk' };

const issuedBy = (kind: ProviderKind, reply: Reply) => wireFor(PATHS[kind] ?? '').readIssued(reply);
const withoutSignatures = (kind: ProviderKind, reply: Reply) =>
  issuedBy(kind, reply).calls.map(({ id, name, arguments: json }) => ({
    id,
    name,
    arguments: JSON.stringify(JSON.parse(json)),
  }));

describe.each(KINDS)('answers of %s', (kind) => {
  const { answer, stream, error, errorAfter, malformedAfter } = repliesOf(kind);

  it.each([
    ['one call', [call(1)]],
    ['two parallel calls', [call(1), call(2)]],
  ])('hand out %s, whole and streamed', (_, calls) => {
    expect(withoutSignatures(kind, answer({ calls }))).toEqual(calls);
    expect(withoutSignatures(kind, stream({ calls }))).toEqual(calls);
  });

  it('say the same whole and streamed', () => {
    const parts: AnswerParts = { text: ['Fog ', 'and ', 'sun.'], calls: [call(1)], thinking };
    expect(issuedBy(kind, stream(parts))).toEqual(issuedBy(kind, answer(parts)));
    expect(JSON.stringify(answer(parts).body)).toContain('Fog and sun.');
    expect(JSON.stringify(answer().body)).toContain('Hello there.');
    const streamed = Buffer.concat(stream(parts).chunks).toString();
    for (const piece of ['Fog ', 'and ', 'sun.']) expect(streamed).toContain(piece);
  });

  it('end differently when they call, when they are cut short, and else', () => {
    const endings = [{}, { calls: [call(1)] }, { isCutShort: true }].map((parts) => JSON.stringify(answer(parts).body));
    const reasons = endings.map(
      (text) => /(?:stop_reason|stopReason|finish_reason|finishReason)":"(\w+)"/.exec(text)?.[1],
    );
    expect(new Set(reasons).size).toBe(kind === 'gemini' ? 2 : 3);
    for (const [index, parts] of [{}, { calls: [call(1)] }, { isCutShort: true }].entries()) {
      expect(Buffer.concat(stream(parts).chunks).toString()).toContain(`"${reasons[index]}"`);
    }
  });

  it.each([400, 401, 403, 404, 429, 500, 503])('fail with %d in their own shape', (status) => {
    const reply = error(status, { retryAfterSeconds: 7, message: 'No.' });
    expect(reply.status).toBe(status);
    expect(JSON.stringify(reply)).toContain('No.');
    expect(JSON.stringify(reply)).toMatch(/"retry-after":"7"|"retryDelay":"7s"/);
    expect(JSON.stringify(error(status))).not.toMatch(/retry/i);
  });

  it('fail in the middle of a stream behind the events before it', () => {
    const whole = stream();
    const failed = errorAfter(whole, 2);
    expect(failed.chunks.slice(0, 2)).toEqual(whole.chunks.slice(0, 2));
    expect(failed.chunks).toHaveLength(3);
    expect(failed.end).toBe('complete');
    expect(failed.chunks[2]?.toString()).toMatch(/error|exception/i);
  });

  it('put something between the events that cannot be read, and nothing else is lost', () => {
    const whole = stream({ calls: [call(1)] });
    const broken = malformedAfter(whole, 2);
    expect(broken.chunks.filter((_, index) => index !== 2)).toEqual(whole.chunks);
    const [malformed = Buffer.from('')] = broken.chunks.slice(2, 3);
    if (kind === 'bedrock') expect(decodeMessage(malformed)).toBeUndefined();
    else expect(readEvents({ ...broken, chunks: [malformed] })).toEqual([]);
  });
});

describe('thinking', () => {
  it.each(['anthropic', 'bedrock'] as const)(
    'in an answer of %s comes before the calls with its signature, encrypted without text',
    (kind) => {
      for (const thought of [thinking, { text: '', signature: 'cmVkYWN0ZWQ=' }]) {
        const { answer, stream } = repliesOf(kind);
        const parts = { thinking: thought, calls: [call(1)] };
        expect(issuedBy(kind, answer(parts)).thoughts).toEqual([thought]);
        expect(issuedBy(kind, stream(parts)).thoughts).toEqual([thought]);
      }
    },
  );

  it('in an answer of gemini signs the first call alone', () => {
    const { calls } = issuedBy('gemini', repliesOf('gemini').answer({ thinking, calls: [call(1), call(2)] }));
    expect(calls.map(({ signature }) => signature)).toEqual(['c2lnbmVk', '']);
  });
});

describe('repliesOf', () => {
  it('throws for a kind that does not chat over HTTP', () => {
    expect(() => repliesOf('deepgram')).toThrow('deepgram');
  });
});
