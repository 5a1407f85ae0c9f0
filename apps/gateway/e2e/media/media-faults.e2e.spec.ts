import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { jsonReply, neverAnswers, streamReply, TEST_KEYS, waitUntil } from '@multilane/testing';
import { findAuditRecord } from '../endpoints/inference-routes.js';
import { HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS } from '../start-pair.js';
import { readParts, startMedia } from './start-media.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startMedia();
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);
afterEach(() => pair.upstream.reset());

const PATH = '/v1/audio/transcriptions';
const TYPE = 'multipart/form-data; boundary=B';

const field = (name: string, value: string) =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, content: string, filename = 'a.wav', head = '') =>
  `--B\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\n${head}\r\n${content}\r\n`;
const END = '--B--\r\n';
const MODEL = field('model', 'hear');
const FILE = file('file', 'RIFF');

/** A form sent unchanged, so that it may be wrong. */
async function post(body: string | Buffer, type = TYPE, key: string | null = TEST_KEYS.research, path = PATH) {
  const headers = { 'content-type': type, ...(key === null ? {} : { authorization: `Bearer ${key}` }) };
  const answer = await fetch(`${pair.gateway.baseUrl}${path}`, { method: 'POST', headers, body });
  const { error = {} } = (await answer.json()) as { error?: { code?: string; param?: string; message?: string } };
  return { status: answer.status, requestId: answer.headers.get('x-request-id') ?? '', error };
}

describe('forms that are wrong', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => field(`f${index}`, '')).join('');
  const refused = (status: number, param?: string, message?: RegExp) => ({
    status,
    error: expect.objectContaining({
      ...(param && { param }),
      ...(message && { message: expect.stringMatching(message) }),
    }),
  });

  const FORMS: [string, string, unknown, string?][] = [
    ['without a boundary', MODEL + FILE + END, refused(400, undefined, /boundary/), 'multipart/form-data'],
    ['with a boundary that is too long', END, refused(400, undefined, /boundary/), `${TYPE}${'B'.repeat(80)}`],
    ['that are something else', '{}', refused(415), 'application/json'],
    ['without parts', END, refused(400)],
    ['without an end', MODEL + file('file', 'RIFF'), refused(400)],
    [
      'with a part that has no end',
      `${MODEL}--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n`,
      refused(400),
    ],
    ['with a part that has no name', `--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n${END}`, refused(400)],
    ['with 100,000 fields', MODEL + many + FILE + END, refused(413)],
    [
      'with a name of a megabyte',
      MODEL + field('n'.repeat(1_000_000), '') + FILE + END,
      expect.objectContaining({ status: expect.any(Number) }) as never,
    ],
    ['with a filename of 2,000 characters', MODEL + file('file', 'x', 'f'.repeat(2000)) + END, refused(413)],
    ['with a field of 2 MB', MODEL + field('prompt', 'x'.repeat(2_000_000)) + FILE + END, refused(413)],
    ['with two models', field('model', 'draw') + FILE + MODEL + END, refused(400, 'model')],
    ['with a second model in disguise', MODEL + field('mo\\del', 'secret') + FILE + END, refused(400, 'model')],
    ['with a model that is a file', file('model', 'hear') + FILE + END, refused(400, 'model')],
    ['without a file', MODEL + END, refused(400, 'file')],
    ['with a file that is text', MODEL + field('file', 'RIFF') + END, refused(400, 'file')],
    [
      'larger than the limit',
      MODEL + file('file', 'x'.repeat(9_000_000)) + END,
      refused(413, undefined, /server\.upload_limit_mb/),
    ],
  ];

  it.each(FORMS.map((row) => [...row, TYPE].slice(0, 4) as [string, string, object, string]))(
    '%s are rejected, and nothing is sent',
    async (_name, body, expected, type) => {
      const answer = await post(body, type);
      expect(answer).toMatchObject(expected);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(pair.upstream.requests).toHaveLength(0);
    },
  );

  it('of strangers are rejected before they are read', async () => {
    expect(await post(MODEL + FILE + END, TYPE, null)).toMatchObject({ status: 401 });
    expect(await post(MODEL + FILE + END, TYPE, TEST_KEYS.support)).toMatchObject({
      status: 403,
      error: { code: 'model_not_allowed' },
    });
    expect(pair.upstream.requests).toHaveLength(0);
  });
});

describe('forms that are unusual', () => {
  it('continue as they are: order, names, types, and a path for a filename', async () => {
    pair.upstream.enqueue(jsonReply({ text: 'Hi', usage: { type: 'duration', seconds: 4 } }));
    const body = `preamble\r\n${file('file', '\r\n--A\r\n', '../../etc/passwd', 'Content-Type: \r\n')}${MODEL}${field('x[0]', 'ü')}${END}epilogue`;
    const { requestId, status } = await post(body);
    expect(status).toBe(200);
    const [sent] = pair.upstream.requests;
    const parts = readParts(sent?.rawBody ?? Buffer.alloc(0), sent?.headers['content-type']);
    expect(parts.map(({ filename, name, text }) => [name, filename, Buffer.from(text, 'latin1').toString()])).toEqual([
      ['file', '../../etc/passwd', '\r\n--A\r\n'],
      ['model', undefined, 'whisper-1'],
      ['x[0]', undefined, 'ü'],
    ]);
    expect(await findAuditRecord(pair, requestId)).toMatchObject({
      endpoint: 'audio.transcriptions',
      audio_seconds: 4,
      cost_usd: 0.006,
      outcome: 'success',
    });
  });

  it('are sent again whole to another target where the provider fails', async () => {
    pair.upstream.enqueue(jsonReply({ error: {} }, { status: 500 }), jsonReply({ text: 'Hi' }));
    const body = field('model', 'hear-again') + file('file', 'x'.repeat(3_000_000)) + END;
    expect((await post(body)).status).toBe(200);
    const [first, second] = pair.upstream.requests.map(({ headers, rawBody }) =>
      readParts(rawBody, headers['content-type']),
    );
    expect(second?.map(({ text }) => text.length)).toEqual([15, 3_000_000]);
    expect(first?.map(({ text }) => text.length)).toEqual([9, 3_000_000]);
  });
});

describe('broken transfers', () => {
  const speak = (signal?: AbortSignal) =>
    fetch(`${pair.gateway.baseUrl}/v1/audio/speech`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TEST_KEYS.research}` },
      body: JSON.stringify({ model: 'speak', input: 'Hi', voice: 'alloy' }),
      ...(signal && { signal }),
    });
  const SOUND = { headers: { 'content-type': 'audio/mpeg' } };

  it('a download that the provider cuts is cut for the client too, and recorded as a failure', async () => {
    pair.upstream.enqueue(streamReply([Buffer.from('one'), Buffer.from('two')], { ...SOUND, end: 'cut', delayMs: 30 }));
    const answer = await speak();
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect(await findAuditRecord(pair, answer.headers.get('x-request-id') ?? '')).toMatchObject({ outcome: 'failed' });
  });

  it('a client that leaves ends the call upstream', async () => {
    pair.upstream.enqueue(streamReply([Buffer.from('one')], { ...SOUND, end: 'stall' }));
    const leaving = new AbortController();
    const answer = await speak(leaving.signal);
    const reader = answer.body?.getReader();
    await reader?.read();
    leaving.abort();
    await pair.upstream.waitForAbort();
    const record = await findAuditRecord(pair, answer.headers.get('x-request-id') ?? '');
    expect(record).toMatchObject({ outcome: 'cancelled' });
  });

  it('a client that leaves before an answer ends the call upstream', async () => {
    pair.upstream.enqueue(neverAnswers());
    const leaving = new AbortController();
    const answer = speak(leaving.signal);
    answer.catch(() => undefined);
    await pair.upstream.waitForRequest();
    leaving.abort();
    await pair.upstream.waitForAbort();
  });

  it('a client that leaves in the middle of an upload whose model is still to come leaves nothing behind', async () => {
    const { port } = new URL(pair.gateway.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    const head = `POST ${PATH} HTTP/1.1\r\nhost: h\r\nauthorization: Bearer ${TEST_KEYS.research}\r\ncontent-type: ${TYPE}\r\ncontent-length: 7000000\r\nx-request-id: leaver\r\n\r\n`;
    socket.write(head + file('file', 'x'.repeat(3_000_000)));
    await new Promise((resume) => setTimeout(resume, 300));
    socket.destroy();
    await waitUntil('the departure', () => pair.gateway.stdout().includes('"request_id":"leaver"') || undefined, 5_000);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('multilane-upload-'))).toEqual([]);
    expect(pair.upstream.requests).toHaveLength(0);
  });

  it(
    'a reader that stops holds the provider back, and little memory',
    async () => {
      const piece = Buffer.alloc(1_000_000, 1);
      pair.upstream.enqueue(streamReply(Array<Buffer>(60).fill(piece), SOUND));
      const answer = await speak();
      const reader = answer.body?.getReader();
      await reader?.read();
      await new Promise((resume) => setTimeout(resume, 1_000));
      const [sent] = pair.upstream.requests;
      expect(sent?.times.closed).toBeUndefined();
      let length = 0;
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
        length += next.value.length;
      expect(length).toBeGreaterThan(59_000_000);
    },
    SLOW_TEST_LIMIT_MS,
  );
});
