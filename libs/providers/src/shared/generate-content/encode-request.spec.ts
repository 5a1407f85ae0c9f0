import { describe, expect, test } from '@jest/globals';
import type { ChatRequest } from '@multilane/contracts';
import type { ProviderTarget } from '../../adapter.js';
import { encodeRequest } from './encode-request.js';

const TARGET: ProviderTarget = { kind: 'gemini', upstreamModel: 'gemini-2.5-pro', baseUrl: 'https://h', headers: {} };
const REQUEST: ChatRequest = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
const CONTENTS = [{ role: 'user', parts: [{ text: 'Hi' }] }];
const PARAMETERS = { type: 'object', properties: { city: { type: 'string' } }, additionalProperties: false };
const TOOL = { type: 'function', function: { name: 'f', description: 'd', parameters: PARAMETERS, strict: true } };
const DECLARED = {
  tools: [
    {
      functionDeclarations: [
        { name: 'f', description: 'd', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
      ],
    },
  ],
};

const encode = (set: object) => JSON.parse(encodeRequest({ ...REQUEST, ...set } as ChatRequest, TARGET));

describe('encodeRequest', () => {
  test('sends nothing but the conversation for a plain request', () => {
    expect(encode({ stream: true, stream_options: { include_usage: true }, user: 'u', metadata: {} })).toEqual({
      contents: CONTENTS,
    });
  });

  test.each([
    [{ temperature: 0 }, { temperature: 0 }],
    [{ top_p: 0.5 }, { topP: 0.5 }],
    [{ top_k: 40 }, { topK: 40 }],
    [{ max_tokens: 5 }, { maxOutputTokens: 5 }],
    [{ max_tokens: 5, max_completion_tokens: 6 }, { maxOutputTokens: 6 }],
    [{ max_tokens: 5, max_completion_tokens: null }, { maxOutputTokens: 5 }],
    [{ stop: 'END' }, { stopSequences: ['END'] }],
    [{ stop: ['a', 'b'] }, { stopSequences: ['a', 'b'] }],
    [{ n: 2 }, { candidateCount: 2 }],
    [{ seed: -7 }, { seed: -7 }],
    [
      { presence_penalty: 1, frequency_penalty: -1 },
      { presencePenalty: 1, frequencyPenalty: -1 },
    ],
    [{ logprobs: true }, { responseLogprobs: true }],
    [
      { logprobs: true, top_logprobs: 3 },
      { responseLogprobs: true, logprobs: 3 },
    ],
    [{ response_format: { type: 'json_object' } }, { responseMimeType: 'application/json' }],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 's' } } },
      { responseMimeType: 'application/json' },
    ],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 's', schema: PARAMETERS, strict: true } } },
      {
        responseMimeType: 'application/json',
        responseSchema: { type: 'object', properties: { city: { type: 'string' } } },
      },
    ],
  ])('says %j as the generation config %j', (set, generationConfig) => {
    expect(encode(set)).toEqual({ contents: CONTENTS, generationConfig });
  });

  test.each([
    { n: 1, presence_penalty: 0, frequency_penalty: 0, logprobs: false, top_logprobs: 0, parallel_tool_calls: true },
    { tools: [], tool_choice: 'auto', logit_bias: {}, response_format: { type: 'text' }, stop: [] },
    { temperature: null, seed: null, stop: null, response_format: null, tools: null, tool_choice: null, custom: null },
  ])('leaves the defaults of %j out', (set) => {
    expect(encode(set)).toEqual({ contents: CONTENTS });
  });

  test.each([
    ['auto', undefined],
    ['none', { mode: 'NONE' }],
    ['required', { mode: 'ANY' }],
    [
      { type: 'function', function: { name: 'f' } },
      { mode: 'ANY', allowedFunctionNames: ['f'] },
    ],
  ])('says the tool choice %j as %j', (tool_choice, functionCallingConfig) => {
    const toolConfig = functionCallingConfig && { toolConfig: { functionCallingConfig } };
    expect(encode({ tools: [TOOL], tool_choice })).toEqual({ contents: CONTENTS, ...DECLARED, ...toolConfig });
  });

  test.each([undefined, null, {}, { type: 'object', properties: {}, additionalProperties: false }])(
    'leaves the parameters %j out',
    (parameters) => {
      expect(encode({ tools: [{ type: 'function', function: { name: 'f', parameters } }] }).tools).toEqual([
        { functionDeclarations: [{ name: 'f', description: '' }] },
      ]);
    },
  );

  test.each([
    ['tools[0]', { tools: [{ type: 'custom', custom: { name: 'c' } }] }],
    ['tool_choice', { tools: [TOOL], tool_choice: { type: 'allowed_tools', allowed_tools: {} } }],
    ['tool_choice', { tools: [TOOL], tool_choice: { type: 'custom', custom: { name: 'c' } } }],
    ['seed', { seed: 2 ** 31 }],
    ['stop', { stop: '' }],
    ['stop[1]', { stop: ['a', ''] }],
    ['web_search_options', { web_search_options: {} }],
    ['min_p', { min_p: 0.5 }],
    ['modalities', { modalities: ['audio'] }],
  ])('rejects %s in %j', (param, set) => {
    expect(() => encode(set)).toThrow(expect.objectContaining({ code: 'unsupported_parameter', param }));
  });
});
