import { describe, expect, it } from '@jest/globals';
import type { RequestContext } from '../pipeline/request-context.js';
import type { ChunkReceiver, StreamedAnswer } from '../upstream/streamed-answer.js';
import { StreamDelivery } from './stream-delivery.js';

const broken = (): never => {
  throw new TypeError('not iterable');
};

/** A delivery whose writer breaks in some of its methods, of an answer whose one chunk came before its end. */
function deliver(faults: Partial<Record<'write' | 'end' | 'fail', () => never>>, arrives: 'early' | 'later') {
  const seen = { written: '', isEnded: false, aborted: 0 };
  const writer = { write: () => 'chunk ', end: () => 'end', fail: () => 'failed', ...faults };
  const response = {
    writableLength: 0,
    writeHead: () => undefined,
    flushHeaders: () => undefined,
    write: (text: string) => {
      seen.written += text;
      return true;
    },
    end: (text: string) => {
      seen.written += text;
      seen.isEnded = true;
    },
  };
  const context = {
    exchange: { response, answerHeaders: {} },
    services: { metrics: { startStream: () => undefined, endStream: () => undefined } },
    serving: { bridge: { startStream: () => writer }, target: { timeouts: { idle_ms: 1 } } },
    completionParts: [],
  };
  const say = (receiver: ChunkReceiver) => {
    receiver.onChunk({ choices: [] }, undefined);
    receiver.onPause();
    receiver.onComplete();
  };
  const answer = {
    // As the real one does, it tells its receiver of what breaks later, and not of what breaks after its end.
    receive: (receiver: ChunkReceiver) => (arrives === 'early' ? say(receiver) : setImmediate(say, receiver)),
    abort: () => (seen.aborted += 1),
    usage: () => undefined,
  };
  const delivery = new StreamDelivery(context as unknown as RequestContext, answer as unknown as StreamedAnswer);
  return { seen, context, run: () => delivery.run() };
}

describe('a stream that cannot be written', () => {
  it.each([
    ['its first chunk', { write: broken }, 'early', 'failed'],
    ['its end', { end: broken }, 'early', 'chunk failed'],
    ['its end, later', { end: broken }, 'later', ':\n\nchunk failed'],
    ['its end and its failure', { end: broken, fail: broken }, 'later', ':\n\nchunk '],
  ] as const)('is ended all the same, and nothing more is asked of the provider: %s', async (...row) => {
    const [, faults, arrives, written] = row;
    const { seen, context, run } = deliver(faults, arrives);
    await run();
    expect(seen).toEqual({ written, isEnded: true, aborted: 1 });
    expect(context).toMatchObject({ answered: true, failure: expect.any(TypeError) });
  });
});
