import { describe, expect, it } from '@jest/globals';
import type { Endpoint } from '@multilane/providers';
import { formatOf } from '../endpoints/formats.tools.spec.js';
import type { ServingPlan } from '../recording/request-parts.js';
import { readDrops } from '../snapshot/routes/read-drops.js';
import { dropOwnMembers, dropParameters } from './drop-parameters.js';

const planOf = (request: object, endpoint: Endpoint = 'chat') =>
  ({ request, endpoint, format: formatOf(endpoint), dropped: undefined }) as unknown as ServingPlan;
const drop = (...names: string[]) => readDrops({ drop: names as never }) ?? new Set<string>();

describe('unsupported_parameters (docs/contract/requests.md#droppable-parameters)', () => {
  it('leaves out what the request has of them, names it, and does not touch the request', () => {
    const request = Object.freeze({ model: 'm', messages: [], seed: 7, parallel_tool_calls: false, temperature: 1 });
    const plan = dropParameters(planOf(request), drop('seed', 'parallel_tool_calls', 'logit_bias'));
    expect(plan.request).toEqual({ model: 'm', messages: [], temperature: 1 });
    expect(plan.dropped).toEqual(['seed', 'parallel_tool_calls']);
  });

  it('changes nothing of a request that has none of them', () => {
    const plan = planOf({ model: 'm', messages: [] });
    expect(dropParameters(plan, drop('seed'))).toBe(plan);
  });

  it('leaves out, before a translation, what the other format has no word for, and names all that was left out', () => {
    const request = Object.freeze({ model: 'm', speed: 'fast', seed: 7, inference_geo: null });
    const before = dropOwnMembers(request, drop('speed', 'inference_geo', 'seed'), ['speed', 'inference_geo']);
    expect(before).toEqual({ request: { model: 'm', seed: 7, inference_geo: null }, dropped: ['speed'] });
    expect(dropOwnMembers(request, drop('seed'), ['speed']).request).toBe(request);
    const plan = dropParameters({ ...planOf(before.request), dropped: before.dropped } as ServingPlan, drop('seed'));
    expect(plan.dropped).toEqual(['speed', 'seed']);
  });

  it('leaves out what asks for nothing without a word', () => {
    const plan = dropParameters(
      planOf({ model: 'm', parallel_tool_calls: true, logit_bias: {} }),
      drop('parallel_tool_calls', 'logit_bias'),
    );
    expect([plan.request, plan.dropped]).toEqual([{ model: 'm' }, undefined]);
  });

  it('takes the alternatives of probabilities with them', () => {
    const plan = dropParameters(planOf({ model: 'm', logprobs: true, top_logprobs: 3 }), drop('logprobs'));
    expect([plan.request, plan.dropped]).toEqual([{ model: 'm' }, ['logprobs', 'top_logprobs']]);
  });

  it('knows where a messages request that goes straight through says the same', () => {
    const request = {
      model: 'm',
      temperature: 0.5,
      thinking: { type: 'enabled', budget_tokens: 2048 },
      output_config: { effort: 'high', format: { type: 'json_schema' } },
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      stop_sequences: ['a'],
      metadata: { user_id: 'u' },
    };
    const names = drop('temperature', 'reasoning_effort', 'parallel_tool_calls', 'stop', 'user', 'metadata');
    const plan = dropParameters(planOf(request, 'messages'), names);
    expect(JSON.parse(JSON.stringify(plan.request))).toEqual({
      model: 'm',
      output_config: { format: { type: 'json_schema' } },
      tool_choice: { type: 'auto' },
      metadata: {},
    });
    expect(plan.dropped).toEqual([
      'temperature',
      'thinking',
      'output_config.effort',
      'tool_choice.disable_parallel_tool_use',
      'stop_sequences',
      'metadata.user_id',
    ]);
  });

  it('of a route and its targets adds up', () => {
    expect(readDrops(undefined)).toBeUndefined();
    expect(readDrops({ drop: [] }, new Set(['seed']))).toEqual(new Set(['seed']));
    expect(readDrops({ drop: ['user'] }, new Set(['seed']))).toEqual(new Set(['seed', 'user']));
  });
});
