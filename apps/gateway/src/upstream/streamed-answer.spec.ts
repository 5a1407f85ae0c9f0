import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ChatChunk } from '@multilane/contracts';
import { getAdapter, ProviderFailure, type UpstreamDraft } from '@multilane/providers';
import { StreamedAnswer } from './streamed-answer.js';
import type { Transport, UpstreamSink } from './upstream-sink.js';

const draft: UpstreamDraft = { address: { origin: 'http://upstream', path: '/' }, headers: {}, body: '{}' };
const chunk = (content: string): Buffer =>
  Buffer.from(
    `data: {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`,
  );

function textOf(received: ChatChunk | undefined): string {
  const [choice] = received?.choices ?? [];
  return choice?.delta.content ?? choice?.finish_reason ?? 'comment';
}

function begin(limits = { firstByteMs: 1000, idleMs: 500 }) {
  const calls = { aborted: 0, paused: 0, resumed: 0 };
  let sink: UpstreamSink | undefined;
  const transport: Transport = {
    send(_draft, given) {
      sink = given;
      return {
        abort: () => (calls.aborted += 1),
        pause: () => (calls.paused += 1),
        resume: () => (calls.resumed += 1),
      };
    },
  };
  const adapter = getAdapter('openai');
  if (!adapter?.endpoints.chat) throw new Error('the openai adapter serves chat');
  const translator = adapter.endpoints.chat.startStream({
    kind: 'openai',
    idSeed: 's',
    created: 0,
    includeUsage: false,
  });
  const answer = new StreamedAnswer(adapter, translator, limits, { attemptEnded: () => undefined });
  answer.start(transport, draft);
  if (!sink) throw new Error('the transport was not asked');
  const seen: string[] = [];
  const receiver = {
    onChunk: (received: ChatChunk | undefined) => seen.push(textOf(received)),
    onPause: () => {},
    onComplete: () => seen.push('complete'),
    onFailure: (failure: Error) => seen.push(failure instanceof ProviderFailure ? failure.code : failure.name),
  };
  return { answer, sink, calls, seen, receiver };
}

describe('a streamed answer', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('keeps what came with its beginning for the receiver, in order', async () => {
    const { answer, sink, seen, receiver } = begin();
    sink.onStart(200, {});
    sink.onData(Buffer.concat([chunk('a'), chunk('b')]));
    await answer.started;
    answer.receive(receiver);
    sink.onData(chunk('c'));
    sink.onData(Buffer.from('data: [DONE]\n\n'));
    sink.onEnd();
    expect(seen).toEqual(['a', 'b', 'c', 'stop', 'complete']);
  });

  it('that the provider rejects never begins', async () => {
    const { answer, sink } = begin();
    sink.onStart(429, { 'retry-after': '7' });
    sink.onData(Buffer.from('{"error":{"message":"slow down"}}'));
    sink.onEnd();
    await expect(answer.started).rejects.toMatchObject({ code: 'provider_rate_limited', retryAfterSeconds: 7 });
  });

  it('that does not begin in time is a time-out, and the upstream request is ended', async () => {
    const { answer, sink, calls } = begin();
    const started = answer.started.catch((failure: unknown) => failure);
    sink.onStart(200, {});
    jest.advanceTimersByTime(1001);
    expect(await started).toMatchObject({ code: 'provider_timeout' });
    expect(calls.aborted).toBe(1);
  });

  it('that falls silent fails, but not while its reader is slow', async () => {
    const { answer, sink, seen, receiver } = begin();
    sink.onStart(200, {});
    sink.onData(chunk('a'));
    await answer.started;
    answer.receive(receiver);
    answer.pause();
    jest.advanceTimersByTime(5000);
    expect(seen).toEqual(['a']);
    answer.resume();
    jest.advanceTimersByTime(501);
    expect(seen).toEqual(['a', 'provider_timeout']);
  });

  it('that closes in good order without its end is a failure, never a clean end', async () => {
    const { answer, sink, seen, receiver } = begin();
    sink.onStart(200, {});
    sink.onData(chunk('a'));
    await answer.started;
    answer.receive(receiver);
    sink.onEnd();
    expect(seen).toEqual(['a', 'provider_error']);
  });

  it('of a provider that sends comments while it thinks is awaited for as long as they come', async () => {
    const { answer, sink, receiver, seen } = begin({ firstByteMs: 600, idleMs: 500 });
    sink.onStart(200, {});
    let begun = false;
    const started = answer.started.then(() => {
      begun = true;
    });
    for (let count = 0; count < 10; count++) {
      sink.onData(Buffer.from(': PROCESSING\n\n'));
      jest.advanceTimersByTime(400);
    }
    await Promise.resolve();
    // Nothing has begun by a comment: the request may still go elsewhere.
    expect(begun).toBe(false);
    sink.onData(chunk('a'));
    await started;
    answer.receive(receiver);
    expect(seen).toEqual(['a']);
  });

  it('of a provider whose comments end is a time-out by the silence within a stream', async () => {
    const { answer, sink } = begin({ firstByteMs: 60_000, idleMs: 500 });
    const started = answer.started.catch((failure: unknown) => failure);
    sink.onStart(200, {});
    sink.onData(Buffer.from(': PROCESSING\n\n'));
    jest.advanceTimersByTime(501);
    expect(await started).toMatchObject({ code: 'provider_timeout' });
  });
});
