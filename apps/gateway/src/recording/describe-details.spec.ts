import { describe, expect, it } from '@jest/globals';
import { MESSAGES } from '../endpoints/messages/messages.endpoint.js';
import { RESPONSES } from '../endpoints/responses/responses.endpoint.js';
import { nameAdjusted } from './describe-answer.js';

type Facts = Parameters<typeof nameAdjusted>;

const factsOf = (members: object, plan: object): Facts => {
  const all = {
    asked: { model: 'm' },
    cache: undefined,
    sentWithout: undefined,
    plan: { adapter: { kind: 'cohere' }, ...plan },
    ...members,
  };
  return [all.asked, { cache: all.cache, plan: all.plan }, all.sentWithout] as unknown as Facts;
};

describe('X-Service-Adjusted (docs/contract/requests.md#adjusted-requests)', () => {
  it('names nothing if nothing was lost, and nothing if nothing was planned', () => {
    expect(nameAdjusted(...factsOf({}, {}))).toBeUndefined();
    expect(nameAdjusted(...factsOf({ plan: undefined, sentWithout: ['user'] }, {}))).toBeUndefined();
  });

  it('names what the provider was not sent, each once and in the order of the alphabet', () => {
    expect(nameAdjusted(...factsOf({ sentWithout: ['user', 'temperature'] }, { dropped: ['seed', 'user'] }))).toEqual([
      'seed',
      'temperature',
      'user',
    ]);
  });

  it('names it as the client calls it', () => {
    const lost = ['reasoning.summary'];
    const sentWithout = ['temperature', 'messages', 'reasoning_effort', 'response_format', 'tools'];
    expect(
      nameAdjusted(...factsOf({ asked: { model: 'm', input: 'Hi' }, sentWithout }, { bridge: RESPONSES.bridge, lost })),
    ).toEqual(['input', 'reasoning.effort', 'reasoning.summary', 'temperature', 'text.format', 'tools']);
    const asked = { model: 'm', messages: [], output_config: { effort: 'low' } };
    expect(
      nameAdjusted(
        ...factsOf(
          { asked, sentWithout: ['user', 'messages', 'reasoning_effort', 'stop'] },
          { bridge: MESSAGES.bridge },
        ),
      ),
    ).toEqual(['messages', 'metadata.user_id', 'output_config.effort', 'stop_sequences']);
  });

  it('names the keywords of a schema behind their parameter, by the name that the client has for it', () => {
    const sentWithout = ['response_format', 'response_format $ref', 'tools', 'tools not'];
    const asked = { model: 'm', input: 'Hi' };
    expect(nameAdjusted(...factsOf({ asked, sentWithout }, { bridge: RESPONSES.bridge }))).toEqual([
      'text.format',
      'text.format.$ref',
      'tools',
      'tools.not',
    ]);
    expect(nameAdjusted(...factsOf({ sentWithout }, {}))?.[1]).toBe('response_format.$ref');
  });

  it('says of an answer from the cache what was lost when it was given', () => {
    const cache = { hit: { adjusted: ['temperature'] } };
    expect(nameAdjusted(...factsOf({ cache, sentWithout: ['user'] }, {}))).toEqual(['temperature']);
    expect(nameAdjusted(...factsOf({ cache: { hit: {} }, sentWithout: ['user'] }, {}))).toBeUndefined();
    expect(nameAdjusted(...factsOf({ cache: { hit: undefined }, sentWithout: ['user'] }, {}))).toEqual(['user']);
  });
});
