import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { RequestsInFlight } from '@multilane/http';
import type { AuditRecord } from '@multilane/telemetry';
import { SocketSink } from '../delivery/socket-sink.js';
import { CHAT_FORMAT } from '../endpoints/chat/chat.endpoint.js';
import { RequestContext } from './request-context.js';
import { runStages } from './run-pipeline.js';
import type { Stage } from './stage.js';

class FakeResponse extends EventEmitter {
  destroyed = false;
  body = '';
  writableFinished = false;
  headersSent = false;
  statusCode = 200;

  writeHead(status: number): void {
    this.headersSent = true;
    this.statusCode = status;
  }

  end(body: Buffer): void {
    this.body = body.toString();
  }
}

function contextWithRecords(): { context: RequestContext; records: AuditRecord[]; response: FakeResponse } {
  const records: AuditRecord[] = [];
  const response = new FakeResponse();
  const incoming = {
    requestId: 'request-1',
    method: 'POST',
    path: '/v1/chat/completions',
    endpoint: 'chat.completions',
    admission: null,
    headers: {},
    response,
    answerHeaders: {},
  };
  const services = {
    metrics: { recordClientLeft() {}, recordRequest() {}, startRequest() {}, endRequest() {} },
    audit: { write: (record: AuditRecord) => records.push(record) },
    logger: { error() {} },
    inFlight: new RequestsInFlight(),
  };
  const context = new RequestContext(
    { name: 'chat.completions' } as never,
    incoming as never,
    { caller: {} } as never,
    {},
    new SocketSink(incoming as never),
    services as never,
  );
  return { context, records, response };
}

const answering: Stage = (context) => {
  context.ended.answered = true;
};

describe('runStages', () => {
  it('runs the stages in order and stops at the one that answered', async () => {
    const { context, records } = contextWithRecords();
    const seen: string[] = [];
    const stages: Stage[] = [() => void seen.push('first'), answering, () => void seen.push('never')];
    await runStages(stages, context);
    expect(seen).toEqual(['first']);
    expect(records).toMatchObject([{ outcome: 'success', status: 200 }]);
  });

  it('settles a refusal once and sends it on', async () => {
    const { context, records, response } = contextWithRecords();
    const refuse: Stage = () => {
      throw new GatewayError('model_not_found');
    };
    await runStages([refuse], context);
    expect(response.statusCode).toBe(404);
    expect(response.body).toContain('model_not_found');
    expect(records).toMatchObject([{ outcome: 'refused', status: 404, error_code: 'model_not_found' }]);
  });

  it('a client that leaves ends the upstream call, and is settled once as cancelled, with no answer', async () => {
    const { context, records, response } = contextWithRecords();
    const waitForUpstream: Stage = (waiting) =>
      new Promise((_resolve, reject) => {
        waiting.tried.abortable = { abort: reject };
        setImmediate(() => response.emit('close'));
      });
    await runStages([waitForUpstream], context);
    expect(records).toMatchObject([{ outcome: 'cancelled', status: 499, error_code: null }]);
  });

  it('is in progress until its usage is estimated and recorded: a service that stops waits for that', async () => {
    const { context, records } = contextWithRecords();
    const target = { provider: { kind: 'openai', upstreamModel: 'gpt-4o' } };
    context.planned.plan = {
      request: { messages: [] },
      format: CHAT_FORMAT,
      target,
      adapter: { kind: 'openai' },
    } as never;
    const answer: Stage = (answered) => {
      answered.tried.answerBegan = true;
      answered.ended.answered = true;
    };
    await runStages([answer], context);
    expect(records).toEqual([]);
    await context.services.inFlight.waitForNone(60_000);
    expect(records).toHaveLength(1);
  });

  it('a client that closes after the whole answer is a success', async () => {
    const { context, records, response } = contextWithRecords();
    const answer: Stage = (answered) => {
      response.writableFinished = true;
      response.emit('close');
      answered.ended.answered = true;
    };
    await runStages([answer], context);
    expect(records).toMatchObject([{ outcome: 'success' }]);
  });
});
