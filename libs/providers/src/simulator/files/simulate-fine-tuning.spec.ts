import { describe, expect, test } from '@jest/globals';
import { FakeExchange, readAnswer } from '../../contract/exchange.tools.spec.js';
import type { FineTuningRequest } from '../../exchange.js';
import { createSimulatedFineTuning } from './simulate-fine-tuning.js';

const START = 1_700_000_000;

function setUp() {
  const codec = createSimulatedFineTuning();
  let asked = 0;
  return async (seconds: number, request: FineTuningRequest) => {
    asked += 1;
    const facts = { created: START + seconds, idSeed: `seed-${asked}` };
    const exchange = Object.assign(new FakeExchange('simulator', 'simulator', []), facts);
    return JSON.parse((await readAnswer(await codec.serve(request, exchange))).toString());
  };
}

const CREATE: FineTuningRequest = { operation: 'create', body: { training_file: 'file-1', suffix: 'cats' } };

describe('the fine-tuning jobs of the simulator', () => {
  test('go through their states with time', async () => {
    const ask = setUp();
    const job = await ask(0, CREATE);
    expect(job).toMatchObject({ object: 'fine_tuning.job', status: 'validating_files', training_file: 'file-1' });
    const at = (seconds: number) => ask(seconds, { operation: 'retrieve', job_id: job.id });
    const states: string[] = [];
    for (const seconds of [1, 2, 4, 11, 12, 99]) states.push((await at(seconds)).status);
    expect(states).toEqual(['validating_files', 'queued', 'running', 'running', 'succeeded', 'succeeded']);
    expect(await at(99)).toMatchObject({
      finished_at: START + 12,
      fine_tuned_model: expect.stringMatching(/^ft:simulator:simulator:cats:/),
    });
  });

  test('tell their events, the youngest first, and a checkpoint at the end', async () => {
    const ask = setUp();
    const { id: job_id } = await ask(0, CREATE);
    const early = await ask(5, { operation: 'events', job_id });
    expect(early.data.map((event: { created_at: number }) => event.created_at - START)).toEqual([4, 2, 0]);
    const next = await ask(5, { operation: 'events', job_id, query: { limit: '2', after: early.data[0].id } });
    expect([next.data.length, next.has_more]).toEqual([2, false]);
    expect((await ask(5, { operation: 'checkpoints', job_id })).data).toEqual([]);
    expect((await ask(20, { operation: 'checkpoints', job_id })).data).toHaveLength(1);
  });

  test('stand still while they are paused, and end when they are cancelled', async () => {
    const ask = setUp();
    const { id: job_id } = await ask(0, CREATE);
    expect((await ask(5, { operation: 'pause', job_id })).status).toBe('paused');
    await expect(ask(6, { operation: 'pause', job_id })).rejects.toMatchObject({ status: 400 });
    expect((await ask(100, { operation: 'resume', job_id })).status).toBe('running');
    await expect(ask(101, { operation: 'resume', job_id })).rejects.toMatchObject({ status: 400 });
    expect((await ask(102, { operation: 'cancel', job_id })).status).toBe('cancelled');
    await expect(ask(103, { operation: 'cancel', job_id })).rejects.toMatchObject({ status: 400 });
    expect((await ask(999, { operation: 'retrieve', job_id })).status).toBe('cancelled');
  });

  test('are listed, the youngest first, and the oldest make room for others', async () => {
    const ask = setUp();
    const { id } = await ask(0, CREATE);
    const { id: second } = await ask(1, CREATE);
    const listed = await ask(1, { operation: 'list', query: { limit: '1' } });
    expect([listed.data[0].id, listed.has_more]).toEqual([second, true]);
    for (let count = 0; count < 199; count += 1) await ask(2, CREATE);
    await expect(ask(3, { operation: 'retrieve', job_id: id })).rejects.toMatchObject({ status: 404 });
    expect((await ask(3, { operation: 'retrieve', job_id: second })).id).toBe(second);
  });

  test('need a training file', async () => {
    const asked = setUp()(0, { operation: 'create', body: {} });
    await expect(asked).rejects.toMatchObject({ status: 400, param: 'training_file' });
  });
});
