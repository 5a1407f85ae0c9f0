import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RequestsInFlight } from '@multilane/http';
import { ProviderFailure } from '@multilane/providers';
import { SocketSink } from '../../delivery/socket-sink.js';
import { CHAT, CHAT_FORMAT } from '../../endpoints/chat/chat.endpoint.js';
import { COMPLETIONS } from '../../endpoints/completions/completions.endpoint.js';
import type { EndpointDescriptor } from '../../endpoints/descriptor.js';
import { MESSAGES } from '../../endpoints/messages/messages.endpoint.js';
import { RESPONSES } from '../../endpoints/responses/responses.endpoint.js';
import { RequestContext } from '../request-context.js';
import { runStages } from '../run-pipeline.js';
import type { Stage } from '../stage.js';
import { watchSilence } from './keep-client-waiting.js';

class FakeResponse extends EventEmitter {
  headersSent = false;
  writableLength = 0;
  writableFinished = false;
  statusCode = 0;
  headers: Record<string, unknown> = {};
  text = '';
  isEnded = false;

  writeHead(status: number, headers: Record<string, unknown>): void {
    if (this.headersSent) throw new Error('headers were sent twice');
    Object.assign(this, { headersSent: true, statusCode: status, headers });
  }

  flushHeaders(): void {}

  write(text: string): boolean {
    if (this.isEnded) throw new Error('written after the end');
    this.text += text;
    return true;
  }

  end(text: string): void {
    this.text += text;
    this.isEnded = true;
  }
}

/** A streamed request that has been planned, on its way to a provider that takes so long, in milliseconds, and fails then. */
function waitFor(endpoint: EndpointDescriptor<never>, milliseconds: number, isBridged: boolean) {
  const response = new FakeResponse();
  const incoming = {
    requestId: 'r',
    method: 'POST',
    path: endpoint.route.path,
    endpoint: endpoint.name,
    admission: null,
    headers: {},
  };
  const answerable = { ...incoming, response, answerHeaders: {} };
  const services = {
    metrics: { recordRequest() {}, startRequest() {}, endRequest() {}, startStream() {}, endStream() {} },
    audit: { write() {} },
    logger: { error() {}, warn() {} },
    inFlight: new RequestsInFlight(),
  };
  const sink = new SocketSink(answerable as never);
  const context = new RequestContext(endpoint as never, incoming as never, {} as never, {}, sink, services as never);
  context.asked.request = { model: 'm', stream: true, messages: [], input: 'x', prompt: 'x' };
  const target = { timeouts: { idle_ms: 1 }, provider: { kind: 'vllm', upstreamModel: 'up' } };
  const model = { logicalName: 'm', target, price: { current: undefined } };
  const adapter = { kind: 'vllm' };
  const format = { ...CHAT_FORMAT, billing: 'nothing' };
  const plan = {
    format,
    adapter,
    model,
    target,
    request: {},
    endpoint: 'chat',
    bridge: isBridged ? endpoint.bridge : undefined,
  };
  const stages: Stage[] = [
    () => {
      context.planned.plan = plan as never;
      context.planned.model = model as never;
      Object.defineProperty(context.planned, 'serving', { value: plan });
      context.planned.servedBy = () => 'p-vllm';
    },
    async () => {
      watchSilence(context);
      await new Promise((resume) => setTimeout(resume, milliseconds));
      throw new ProviderFailure('provider_error', { status: 500, detail: 'secret words' });
    },
  ];
  return { response, context, done: runStages(stages, context) };
}

// docs/contract/streaming.md#silence
describe('a client whose provider sends nothing', () => {
  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('gets headers and a comment within 15 seconds, and another every 15 seconds', async () => {
    const { response, done } = waitFor(CHAT as never, 60_000, false);
    await jest.advanceTimersByTimeAsync(9_000);
    expect(response.headersSent).toBe(false);
    await jest.advanceTimersByTimeAsync(6_000);
    expect(response).toMatchObject({ statusCode: 200, text: ':\n\n' });
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-service-model': 'm',
    });
    await jest.advanceTimersByTimeAsync(30_000);
    expect(response.text).toBe(':\n\n'.repeat(3));
    await jest.advanceTimersByTimeAsync(20_000);
    await done;
  });

  it.each([
    ['chat', CHAT, false, ':\n\n', /^data: \{"error":\{.*"code":"provider_error".*\}\}\n\n$/],
    ['completions', COMPLETIONS, true, ':\n\n', /^data: \{"error":\{.*"code":"provider_error".*\}\}\n\n$/],
    [
      'messages',
      MESSAGES,
      true,
      'event: ping\ndata: {"type":"ping"}\n\n',
      /^event: error\ndata: \{"type":"error".*\n\n$/,
    ],
    ['responses', RESPONSES, true, ':\n\n', /event: response\.failed\ndata: \{.*"sequence_number":2.*\n\n$/],
  ])(
    'is told of a failure in the stream by then, in the format of %s',
    async (_name, endpoint, isBridged, sign, told) => {
      const { response, context, done } = waitFor(endpoint as never, 12_000, isBridged);
      await jest.advanceTimersByTimeAsync(12_000);
      await done;
      expect(response.isEnded).toBe(true);
      expect(response.text.startsWith(sign)).toBe(true);
      const said = response.text.slice(sign.length);
      expect(said).toMatch(told);
      expect(said).not.toContain('[DONE]');
      expect(said).not.toContain('secret');
      expect(context.ended.failure).toBeInstanceOf(ProviderFailure);
      expect(jest.getTimerCount()).toBe(0);
    },
  );

  it('gets a status where the failure comes before', async () => {
    const { response, done } = waitFor(CHAT as never, 5_000, false);
    await jest.advanceTimersByTimeAsync(5_000);
    await done;
    expect(response.statusCode).toBe(502);
    expect(jest.getTimerCount()).toBe(0);
  });
});
