import { describe, expect, it } from '@jest/globals';
import type { ChatRequest } from '@multilane/contracts';
import type { ModelFacts } from '../../model-facts.js';
import { findRefusedByModel, limitOutput, listRefused, takesSampling } from './model-limits.js';

const request = (members: object): ChatRequest => ({ model: 'm', messages: [], ...members }) as ChatRequest;
const image = (url: string) => ({ type: 'image_url', image_url: { url } });
const asks = (...content: object[]) => ({ messages: [{ role: 'user', content }] });

describe('findRefusedByModel', () => {
  const REASONS: ModelFacts = { refuses: ['presence_penalty', 'logprobs', 'stop', 'n'] };
  it.each([
    [{ presence_penalty: 0.5 }, REASONS, 'presence_penalty'],
    [{ presence_penalty: 0 }, REASONS, undefined],
    [{ logprobs: false, n: 1 }, REASONS, undefined],
    [{ n: 2 }, REASONS, 'n'],
    [{ stop: ['x'] }, REASONS, undefined],
    [{ presence_penalty: 1, reasoning_effort: 'none' }, { ...REASONS, sampling: 'unreasoned' }, undefined],
    [{ presence_penalty: 1 }, { ...REASONS, sampling: 'unreasoned', defaultEffort: 'none' }, undefined],
    [{ presence_penalty: 1 }, { ...REASONS, sampling: 'unreasoned', defaultEffort: 'medium' }, 'presence_penalty'],
    [{ response_format: { type: 'json_schema' } }, { structuredOutput: 'object' }, 'response_format'],
    [{ response_format: { type: 'json_object' } }, { structuredOutput: 'object' }, undefined],
    [{ response_format: { type: 'json_object' } }, { structuredOutput: 'none' }, 'response_format'],
    [{ response_format: { type: 'text' } }, { structuredOutput: 'none' }, undefined],
    [{ tools: [{}] }, { tools: false }, 'tools'],
    [{ tools: [] }, { tools: false }, undefined],
    [{ tools: [{}], stream: true }, { toolsInStreams: false }, 'stream'],
    [asks({ type: 'text' }, image('https://a/b.png')), { parts: ['image'] }, 'messages[0].content[1].image_url'],
    [asks(image('data:image/png;base64,AA')), { parts: ['image'] }, undefined],
    [asks(image('data:image/png;base64,AA')), { parts: ['image_url'] }, 'messages[0].content[0].image_url'],
    [asks({ type: 'file', file: {} }), { parts: [] }, 'messages[0].content[0].file'],
    [asks({ type: 'input_audio', input_audio: {} }), { parts: ['image'] }, 'messages[0].content[0].input_audio'],
    [{ messages: [{ role: 'user', content: 'x' }, null].slice(0, 1) }, { parts: [] }, undefined],
  ] as const)('for %j with %j is %s', (members, facts, refused) => {
    expect(findRefusedByModel(request(members), facts as ModelFacts)).toBe(refused);
  });

  it("takes the operator's word for schemas", () => {
    const asked = request({ response_format: { type: 'json_schema', json_schema: { name: 'a' } } });
    expect(findRefusedByModel(asked, { structuredOutput: 'object' }, true)).toBeUndefined();
  });
});

describe('takesSampling', () => {
  it.each([
    [{}, {}, true],
    [{}, { sampling: 'none' }, false],
    [{}, { sampling: 'unreasoned', defaultEffort: 'medium' }, false],
    [{ reasoning_effort: 'none' }, { sampling: 'unreasoned', defaultEffort: 'medium' }, true],
    [{ reasoning_effort: 'low' }, { sampling: 'unreasoned', defaultEffort: 'none' }, false],
    [{ reasoning_effort: null }, { sampling: 'unreasoned', defaultEffort: 'none' }, true],
  ] as const)('for %j with %j is %s', (members, facts, takes) => {
    expect(takesSampling(request(members), facts as ModelFacts)).toBe(takes);
  });
});

describe('limitOutput', () => {
  it('brings a limit down to what the model can answer, and declares it', () => {
    const lost: string[] = [];
    const losses = { lose: (name: string) => lost.push(name) };
    expect(limitOutput(10, { maxOutput: 10 }, losses, 'max_tokens')).toBe(10);
    expect(limitOutput(11, {}, losses, 'max_tokens')).toBe(11);
    expect(lost).toEqual([]);
    expect(limitOutput(11, { maxOutput: 10 }, losses, 'max_tokens')).toBe(10);
    expect(lost).toEqual(['max_tokens']);
  });
});

describe('listRefused', () => {
  it('names nothing of a model that nothing is known of', () => {
    expect(listRefused(request({}), {})).toEqual([]);
  });
});
