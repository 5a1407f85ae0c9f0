import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import type { AuditRecord } from '@multilane/telemetry';
import { RequestsUnderWay } from '../recording/requests-under-way.js';
import { RequestContext } from './request-context.js';
import { runPipeline, type Stage } from './run-pipeline.js';

class FakeResponse extends EventEmitter {
  writableFinished = false;
  headersSent = false;
  statusCode = 200;
}

function contextWithRecords(): { context: RequestContext; records: AuditRecord[]; response: FakeResponse } {
  const records: AuditRecord[] = [];
  const response = new FakeResponse();
  const exchange = { requestId: 'request-1', method: 'POST', endpoint: 'chat.completions', admission: null, response };
  const services = {
    metrics: { recordRequest() {}, startRequest() {}, endRequest() {} },
    audit: { write: (record: AuditRecord) => records.push(record) },
    logger: { error() {} },
    underWay: new RequestsUnderWay(),
  };
  const context = new RequestContext(
    { name: 'chat.completions' } as never,
    exchange as never,
    {} as never,
    {},
    services as never,
  );
  return { context, records, response };
}

const answering: Stage = (context) => {
  context.answered = true;
};

describe('runPipeline', () => {
  it('runs the stages in order and stops at the one that answered', async () => {
    const { context, records } = contextWithRecords();
    const seen: string[] = [];
    const stages: Stage[] = [() => void seen.push('first'), answering, () => void seen.push('never')];
    await runPipeline(stages, context);
    expect(seen).toEqual(['first']);
    expect(records).toMatchObject([{ outcome: 'success', status: 200 }]);
  });

  it('settles a refusal once and throws it on', async () => {
    const { context, records } = contextWithRecords();
    const refuse: Stage = () => {
      throw new GatewayError('model_not_found');
    };
    await expect(runPipeline([refuse], context)).rejects.toThrow(GatewayError);
    expect(records).toMatchObject([{ outcome: 'refused', status: 404, error_code: 'model_not_found' }]);
  });

  it('a client that leaves ends the upstream call, and is settled once as cancelled, not thrown', async () => {
    const { context, records, response } = contextWithRecords();
    const waitForUpstream: Stage = (waiting) =>
      new Promise((_resolve, reject) => {
        waiting.abortable = { abort: reject };
        setImmediate(() => response.emit('close'));
      });
    await runPipeline([waitForUpstream], context);
    expect(records).toMatchObject([{ outcome: 'cancelled', status: 499, error_code: null }]);
  });

  it('is under way until its usage is estimated and recorded: a service that stops waits for that', async () => {
    const { context, records } = contextWithRecords();
    const target = { provider: { kind: 'openai', upstreamModel: 'gpt-4o' } };
    context.plan = { request: { messages: [] }, target, adapter: { kind: 'openai' } } as never;
    const answer: Stage = (answered) => {
      answered.answerBegan = true;
      answered.answered = true;
    };
    await runPipeline([answer], context);
    expect(records).toEqual([]);
    await context.services.underWay.waitForNone(60_000);
    expect(records).toHaveLength(1);
  });

  it('a client that closes after the whole answer is a success', async () => {
    const { context, records, response } = contextWithRecords();
    const answer: Stage = (answered) => {
      response.writableFinished = true;
      response.emit('close');
      answered.answered = true;
    };
    await runPipeline([answer], context);
    expect(records).toMatchObject([{ outcome: 'success' }]);
  });
});
