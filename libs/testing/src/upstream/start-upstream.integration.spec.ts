import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { replayCase, replayStream } from '../cases/replay-case.js';
import { httpRequest } from '../http/http-request.js';
import { openStream } from '../http/open-stream.js';
import { rawRequest } from '../http/raw-request.js';
import { waitUntil } from '../wait-until.js';
import type { FakeUpstream } from './fake-upstream.js';
import {
  cutAfter,
  endAfter,
  gzipped,
  hangsUp,
  htmlBadGateway,
  malformedEventAfter,
  neverAnswers,
  notJson,
  slowly,
  stallAfter,
} from './faults.js';
import { jsonReply, streamReply } from './reply.js';
import { startUpstream } from './start-upstream.js';
import { completion, completionEvents } from './wires/openai-chat/build-completion.js';
import { errorEventAfter, hugeCompletion, rateLimited, serverError } from './wires/openai-chat/chat-faults.js';

let upstream: FakeUpstream;
beforeEach(async () => {
  upstream = await startUpstream();
});
afterEach(() => upstream.close());

const call = (members: object = {}) => ({
  url: `${upstream.url}/v1/chat/completions`,
  headers: { authorization: 'Bearer sk-test' },
  body: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }], ...members },
});
const ask = (members: object = {}) => httpRequest(call(members));
const askForStream = () => openStream(call({ stream: true }));

describe('the script', () => {
  it('answers from the queue, then as onRequest chooses, then by default', async () => {
    upstream.setDefault(jsonReply({ from: 'default' }));
    upstream.onRequest((request) => (request.headers['x-pick'] ? jsonReply({ from: 'choice' }) : undefined));
    upstream.enqueue(jsonReply({ from: 'first' }), jsonReply({ from: 'second' }));
    const picked = { ...call(), headers: { ...call().headers, 'x-pick': '1' } };
    const answers = [await ask(), await ask(), await httpRequest(picked), await ask()];
    expect(answers.map((answer) => answer.json())).toEqual(
      ['first', 'second', 'choice', 'default'].map((from) => ({ from })),
    );
  });

  it('rejects a request for which nothing is scripted', async () => {
    expect((await ask()).status).toBe(400);
    expect(upstream.refusals).toEqual(['no reply is scripted for POST /v1/chat/completions']);
  });

  it('tells that the chooser threw', async () => {
    upstream.onRequest(() => {
      throw new Error('a mistake of the test');
    });
    expect((await ask()).text).toContain('a mistake of the test');
  });

  it('starts again after reset', async () => {
    upstream.setDefault(jsonReply(completion()));
    await ask();
    upstream.reset();
    expect(upstream.requests).toEqual([]);
    expect((await ask()).status).toBe(400);
  });
});

describe('strict mode', () => {
  it('answers a wrong request with an error of the wire, which uses up its reply', async () => {
    upstream.enqueue(jsonReply({ n: 1 }), jsonReply({ n: 2 }));
    const refused = await ask({ temperature: 9 });
    expect(refused.status).toBe(400);
    expect(refused.json()).toMatchObject({ error: { type: 'invalid_request_error', param: 'temperature' } });
    expect(upstream.refusals).toEqual(['temperature: expected a number from 0 to 2, got 9']);
    expect((await ask()).json()).toEqual({ n: 2 });
  });

  it('holds the second turn to the calls of the first', async () => {
    upstream.enqueue(
      replayCase('openai-chat/tool-call-two-turn'),
      replayCase('openai-chat/tool-call-two-turn', { turn: 1 }),
    );
    const first = (await ask()).json() as ReturnType<typeof completion>;
    const asked = first.choices[0]?.message;
    const renamed = asked?.tool_calls?.map((issued) => ({ ...issued, id: 'call_renamed' }));
    const result = { role: 'tool', tool_call_id: 'call_renamed', content: 'fog' };
    const second = await ask({ messages: [{ role: 'user', content: 'a' }, { ...asked, tool_calls: renamed }, result] });
    expect(second.status).toBe(400);
    expect(upstream.refusals).toEqual([expect.stringContaining('no reply has handed out')]);
  });

  it('lets everything pass when switched off', async () => {
    const lenient = await startUpstream({ strict: false });
    lenient.setDefault(jsonReply({ ok: true }));
    const answer = await httpRequest({ url: `${lenient.url}/anything` });
    await lenient.close();
    expect(answer.json()).toEqual({ ok: true });
  });
});

describe('the record', () => {
  it('keeps method, address, headers, body and times', async () => {
    upstream.setDefault(jsonReply(completion()));
    await httpRequest({
      ...call(),
      url: `${upstream.url}/v1/chat/completions?a=b`,
      headers: { ...call().headers, 'X-One': '1' },
    });
    const request = await upstream.waitForRequest();
    expect(request).toMatchObject({
      method: 'POST',
      url: '/v1/chat/completions?a=b',
      path: '/v1/chat/completions',
      headers: { 'x-one': '1', authorization: 'Bearer sk-test' },
      body: call().body,
      aborted: false,
    });
    expect(request.query.get('a')).toBe('b');
    expect(request.rawBody.toString()).toBe(JSON.stringify(call().body));
    const { received, answered = 0, closed = 0 } = request.times;
    expect([received, answered, closed]).toEqual([received, answered, closed].sort((a, b) => a - b));
  });

  it('tells that a caller left in the middle of a stream, and stops writing', async () => {
    upstream.setDefault(streamReply(completionEvents(Array(200).fill('word ')), { delayMs: 10 }));
    const stream = await askForStream();
    await stream.next();
    stream.abort();
    const request = await upstream.waitForAbort();
    expect(request).toBe(upstream.requests[0]);
    expect((request.times.closed ?? 0) - request.times.received).toBeLessThan(1_000);
  });

  it('tells that a caller left before the answer began', async () => {
    upstream.setDefault(neverAnswers());
    await expect(httpRequest({ ...call(), timeoutMs: 100 })).rejects.toThrow();
    expect((await upstream.waitForAbort()).times.answered).toBeDefined();
  });

  it('tells that a caller left in the middle of its own body', async () => {
    const head = 'POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n';
    await rawRequest(upstream.port, `${head}{"model":`, 50);
    expect((await upstream.waitForAbort()).rawBody.toString()).toBe('{"model":');
  });

  it('does not call it an abort when the upstream cut the connection', async () => {
    upstream.setDefault(hangsUp());
    await expect(ask()).rejects.toMatchObject({ code: 'ECONNRESET' });
    await expect(upstream.waitForAbort(1, 50)).rejects.toThrow('abort 1');
    expect(upstream.requests).toHaveLength(1);
  });
});

describe('streams', () => {
  const events = completionEvents(['Hel', 'lo'], null);

  it('sends each event as one block', async () => {
    upstream.setDefault(streamReply(events, { headers: { 'x-one': '1' } }));
    const stream = await askForStream();
    expect(stream.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8', 'x-one': '1' });
    expect(await stream.collect()).toEqual(events);
  });

  it.each([1, 7, 100_000])('comes out the same when written %d bytes at a time', async (chunkBytes) => {
    upstream.setDefault(replayCase('openai-chat/stream-text', { chunkBytes }));
    const stream = await askForStream();
    await stream.ended;
    expect(stream.text()).toBe(Buffer.concat([...replayStream('openai-chat/stream-text').chunks]).toString());
  });

  it('writes as many bytes at a time as it is told, whatever the events', async () => {
    upstream.setDefault(streamReply(['a', '[DONE]'], { chunkBytes: 5 }));
    const body = JSON.stringify({ ...call().body, stream: true });
    const head = [
      'POST /v1/chat/completions HTTP/1.1',
      'Host: a',
      'Connection: close',
      'Content-Type: application/json',
      'Authorization: Bearer sk-test',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    const { text } = await rawRequest(upstream.port, `${head.join('\r\n')}\r\n\r\n${body}`);
    // Node writes each piece as one block of the chunked coding, its length in front (RFC 9112, section 7.1).
    const blocks = text.slice(text.indexOf('\r\n\r\n') + 4).split('\r\n');
    expect(blocks).toEqual(['5', 'data:', '5', ' a\n\nd', '5', 'ata: ', '5', '[DONE', '3', ']\n\n', '0', '', '']);
  });

  it('waits before every write', async () => {
    upstream.setDefault(streamReply(['a', 'b', '[DONE]'], { delayMs: 30 }));
    const stream = await askForStream();
    await stream.ended;
    expect((stream.events[2]?.at ?? 0) - (stream.events[0]?.at ?? 0)).toBeGreaterThan(45);
  });
});

describe('faults', () => {
  const good = streamReply(completionEvents(['Hel', 'lo'], null));

  it.each([
    ['cutAfter breaks the connection', cutAfter(good, 2), 'cut'],
    ['endAfter ends the body in order', endAfter(good, 2), 'complete'],
  ] as const)('%s after the events, all of which arrive', async (_, reply, ending) => {
    upstream.setDefault(reply);
    const stream = await askForStream();
    expect(await stream.collect()).toHaveLength(2);
    expect(await stream.ended).toBe(ending);
  });

  it('stallAfter goes silent with the connection open', async () => {
    upstream.setDefault(stallAfter(good, 1));
    const stream = await askForStream();
    await stream.next();
    await expect(stream.next(60)).rejects.toThrow('in vain');
    stream.abort();
    await upstream.waitForAbort();
  });

  it('malformedEventAfter puts something that is not JSON between the events', async () => {
    upstream.setDefault(malformedEventAfter(good, 1));
    const data = await (await askForStream()).collect();
    expect(data).toHaveLength(good.chunks.length + 1);
    expect(() => JSON.parse(data[1] ?? '{}')).toThrow(SyntaxError);
  });

  it('errorEventAfter ends the stream with an error instead of [DONE]', async () => {
    upstream.setDefault(errorEventAfter(good, 2));
    const data = await (await askForStream()).collect();
    expect(data).toHaveLength(3);
    expect(JSON.parse(data[2] ?? '')).toMatchObject({ error: { type: 'server_error' } });
  });

  it('slowly keeps even the status line back', async () => {
    upstream.setDefault(slowly(jsonReply(completion()), 80));
    const started = performance.now();
    await ask();
    expect(performance.now() - started).toBeGreaterThan(75);
  });

  it('rateLimited and serverError answer as the provider does', async () => {
    upstream.enqueue(rateLimited(7), rateLimited(), serverError(), serverError(503));
    const answers = [await ask(), await ask(), await ask(), await ask()];
    expect(answers.map((answer) => answer.status)).toEqual([429, 429, 500, 503]);
    expect(answers.map((answer) => answer.headers['retry-after'])).toEqual(['7', undefined, undefined, undefined]);
    expect(answers[0]?.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
  });

  it('notJson and htmlBadGateway answer what cannot be read', async () => {
    upstream.enqueue(notJson(), htmlBadGateway());
    const broken = await ask();
    expect(broken.headers['content-type']).toBe('application/json');
    expect(() => broken.json()).toThrow(SyntaxError);
    expect(await ask()).toMatchObject({ status: 502, headers: { 'content-type': 'text/html' } });
  });

  it('gzipped compresses and says so', async () => {
    upstream.setDefault(gzipped(jsonReply({ packed: true })));
    const answer = await ask();
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(answer.bytes).toString()).toBe('{"packed":true}');
  });

  it('hugeCompletion is as long as asked', async () => {
    upstream.setDefault(hugeCompletion(3_000_000));
    expect((await ask()).bytes.length).toBeGreaterThan(3_000_000);
  });
});

describe('close', () => {
  it('ends open streams without calling them aborted', async () => {
    upstream.setDefault(stallAfter(streamReply(['a']), 1));
    const stream = await askForStream();
    await stream.next();
    await upstream.close();
    expect(await stream.ended).toBe('cut');
    const request = await upstream.waitForRequest();
    await waitUntil('the connection to be closed', () => request.times.closed);
    expect(request.aborted).toBe(false);
  });
});
