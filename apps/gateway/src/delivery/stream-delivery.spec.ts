import { describe, expect, it } from '@jest/globals';
import type { RequestContext } from '../pipeline/request-context.js';
import { StreamRelay } from '../pipeline/sockets/stream-relay.js';
import type { ChunkReceiver, StreamedAnswer } from '../upstream/streamed-answer.js';
import { SocketSink } from './socket-sink.js';

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
    asked: { incoming: {}, validated: {}, endpoint: {} },
    planned: { serving: { bridge: { startStream: () => writer }, target: { timeouts: { idle_ms: 1 } } } },
    tried: {},
    ended: { completionParts: [], answered: false, failure: undefined },
    services: { metrics: { startStream: () => undefined, endStream: () => undefined } },
    sink: new SocketSink({ response, answerHeaders: {}, path: '', requestId: 'r' } as never),
  };
  const say = (receiver: ChunkReceiver) => {
    receiver.onChunk({ choices: [] }, undefined);
    receiver.onPause();
    receiver.onComplete();
  };
  const answer = {
    // Like the real one, it reports to its receiver what breaks later, and not what breaks after its end.
    receive: (receiver: ChunkReceiver) => (arrives === 'early' ? say(receiver) : setImmediate(say, receiver)),
    abort: () => (seen.aborted += 1),
    usage: () => undefined,
  };
  const delivery = new StreamRelay(context as unknown as RequestContext, answer as unknown as StreamedAnswer);
  return { seen, ended: context.ended, run: () => delivery.run() };
}

describe('a stream that cannot be written', () => {
  it.each([
    ['its first chunk', { write: broken }, 'early', 'failed'],
    ['its end', { end: broken }, 'early', 'chunk failed'],
    ['its end, later', { end: broken }, 'later', ':\n\nchunk failed'],
    ['its end and its failure', { end: broken, fail: broken }, 'later', ':\n\nchunk '],
  ] as const)('is ended all the same, and nothing more is asked of the provider: %s', async (...row) => {
    const [, faults, arrives, written] = row;
    const { seen, ended, run } = deliver(faults, arrives);
    await run();
    expect(seen).toEqual({ written, isEnded: true, aborted: 1 });
    expect(ended).toMatchObject({ answered: true, failure: expect.any(TypeError) });
  });
});
