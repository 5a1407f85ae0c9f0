import { describe, expect, test } from '@jest/globals';
import type { ChatRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { ProviderTarget } from '../../adapter.js';
import { findModelFacts } from '../../find-model-facts.js';
import { encodeRequest } from './encode-request.js';

const TARGET: ProviderTarget = { kind: 'bedrock', upstreamModel: 'amazon.nova-v1:0', baseUrl: '', headers: {} };
const HI = [{ role: 'user', content: 'Hi' }];
const TOOL = { type: 'function', function: { name: 'f' } };
const SPEC = { toolSpec: { name: 'f', inputSchema: { json: { type: 'object', properties: {} } } } };

const encode = (members: object) =>
  JSON.parse(encodeRequest({ model: 'm', messages: HI, ...members } as ChatRequest, TARGET));
const encodeContent = (content: unknown, role = 'user') =>
  encode({ messages: [{ role, content, tool_call_id: 'a' }, ...HI] }).messages[0].content;

describe('encodeRequest', () => {
  test('sends nothing that was not asked for', () => {
    expect(encode({ stream: true, stream_options: { include_usage: true } })).toEqual({
      messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
    });
  });

  test.each([
    ['a Claude', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', { status: 'error' }, []],
    ['a Nova', 'amazon.nova-pro-v1:0', { status: 'error' }, []],
    ['a profile that does not say', 'arn:aws:bedrock:r:1:application-inference-profile/x', { status: 'error' }, []],
    ['another, which has no word for it', 'meta.llama4-x-v1:0', {}, ['messages']],
  ])('tells that a tool failed to %s', (_name, upstreamModel, status, losses) => {
    const tool_calls = [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }];
    const messages = [
      ...HI,
      { role: 'assistant', content: null, tool_calls },
      { role: 'tool', tool_call_id: 'a', content: 'no such file', is_error: true },
    ];
    const lost: string[] = [];
    const request = { model: 'm', messages, tools: [TOOL] } as ChatRequest;
    const body = encodeRequest(request, { ...TARGET, upstreamModel }, { lose: (name) => void lost.push(name) });
    expect(JSON.parse(body).messages.at(-1).content).toEqual([
      { toolResult: { toolUseId: 'a', content: [{ text: 'no such file' }], ...status } },
    ]);
    expect(lost).toEqual(losses);
  });

  test.each<[string, object, object | undefined]>([
    ['no tools', { tools: [], tool_choice: 'auto' }, undefined],
    ['tool_choice auto, which is the default', { tools: [TOOL], tool_choice: 'auto' }, { tools: [SPEC] }],
    ['no tool_choice', { tools: [TOOL], tool_choice: null }, { tools: [SPEC] }],
    ['required', { tools: [TOOL], tool_choice: 'required' }, { tools: [SPEC], toolChoice: { any: {} } }],
    [
      'a named function',
      { tools: [TOOL], tool_choice: { type: 'function', function: { name: 'f' } } },
      { tools: [SPEC], toolChoice: { tool: { name: 'f' } } },
    ],
    [
      'tool_choice none withholds the tool configuration for that turn',
      { tools: [TOOL], tool_choice: 'none' },
      undefined,
    ],
  ])('tools: %s', (_name, members, toolConfig) => {
    expect(encode(members).toolConfig).toEqual(toolConfig);
  });

  test.each<[object, object | undefined]>([
    [{ max_tokens: 5 }, { maxTokens: 5 }],
    [{ max_tokens: 5, max_completion_tokens: 6 }, { maxTokens: 6 }],
    [
      { temperature: 0, top_p: 0 },
      { temperature: 0, topP: 0 },
    ],
    [{ temperature: 1 }, { temperature: 1 }],
    [{ stop: '\n' }, { stopSequences: ['\n'] }],
    [{ stop: [] }, undefined],
    [{ temperature: null, top_p: null, max_tokens: null, stop: null }, undefined],
  ])('%j is %j', (members, inferenceConfig) => {
    expect(encode(members).inferenceConfig).toEqual(inferenceConfig);
  });

  test.each([
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', { temperature: 0.5 }],
    // The id does not say whose model it is.
    ['arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/a1', { temperature: 0.5, topP: 1 }],
    ['amazon.nova-pro-v1:0', { temperature: 0.5, topP: 1 }],
  ])('%s gets of temperature and top_p what it takes together', (upstreamModel, inferenceConfig) => {
    const request = { model: 'm', messages: HI, temperature: 0.5, top_p: 1 } as ChatRequest;
    expect(JSON.parse(encodeRequest(request, { ...TARGET, upstreamModel })).inferenceConfig).toEqual(inferenceConfig);
  });

  test.each([
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', { top_k: 40 }, { top_k: 40 }],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', { top_k: 0 }, undefined],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', { top_k: null }, undefined],
    [
      'anthropic.claude-opus-4-1-20250805-v1:0',
      { top_k: 40, thinking: { type: 'disabled' } },
      { top_k: 40, thinking: { type: 'disabled' } },
    ],
    ['arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/a1', { top_k: 40 }, { top_k: 40 }],
    ['meta.llama4-x-v1:0', { top_k: -1 }, undefined],
  ])('%s gets top_k in its own words: %j', (upstreamModel, members, fields) => {
    const request = { model: 'm', messages: HI, ...members } as unknown as ChatRequest;
    const body = JSON.parse(encodeRequest(request, { ...TARGET, upstreamModel }));
    expect(body.additionalModelRequestFields).toEqual(fields);
    expect(body.inferenceConfig).toBeUndefined();
  });

  test.each([
    ['unsupported_parameter', { top_k: 40, thinking: { type: 'enabled', budget_tokens: 2048 } }],
    ['invalid_value', { top_k: 1.5 }],
    ['invalid_value', { top_k: '40' }],
  ])('a Claude rejects top_k beside thinking, and what is no count: %s of %j', (code, members) => {
    const request = { model: 'm', messages: HI, ...members } as unknown as ChatRequest;
    const target = { ...TARGET, upstreamModel: 'anthropic.claude-sonnet-4-5-20250929-v1:0' };
    expect(() => encodeRequest(request, target)).toThrow(expect.objectContaining({ code, param: 'top_k' }));
  });

  test.each([
    ['stop', { stop: '' }],
    ['stop[1]', { stop: ['a', ''] }],
    ['min_p', { min_p: 0.5 }],
    ['top_k', { top_k: 5 }],
    ['guardrailConfig', { guardrailConfig: {} }],
    ['messages', { messages: [{ role: 'system', content: 'Be kind.' }] }],
    ['tools[1].type', { tools: [TOOL, { type: 'custom', custom: { name: 'c' } }] }],
    ['tools[0].type', { tools: [{ type: 'custom', custom: { name: 'c' } }], tool_choice: 'none' }],
    ['tool_choice', { tools: [TOOL], tool_choice: { type: 'allowed_tools' } }],
    ['messages[1].audio', { messages: [...HI, { role: 'assistant', audio: { id: 'a' } }, ...HI] }],
    ['messages[0]', { messages: [{ role: 'assistant', content: 'Hello' }, ...HI] }],
    [
      'messages[1].tool_calls[0].type',
      { messages: [...HI, { role: 'assistant', tool_calls: [{ type: 'custom', id: 'c' }] }] },
    ],
    [
      'messages[0].content[1]',
      { messages: [{ role: 'system', content: [{ type: 'text', text: 'a' }, { type: 'image_url' }] }, ...HI] },
    ],
  ])('rejects with param %s what cannot be honoured: %j', (param, members) => {
    expect(() => encode(members)).toThrow(expect.objectContaining({ code: 'unsupported_parameter', param }));
  });

  const image = (url: string) => [{ type: 'image_url', image_url: { url, detail: 'high' } }];
  const file = (rest: object) => [{ type: 'file', file: rest }];

  test.each<[string, unknown, object[]]>([
    ['a JPEG', image('data:image/jpeg;base64,/9j/'), [{ image: { format: 'jpeg', source: { bytes: '/9j/' } } }]],
    ['a GIF', image('data:image/gif;base64,R0lG'), [{ image: { format: 'gif', source: { bytes: 'R0lG' } } }]],
    [
      'audio',
      [{ type: 'input_audio', input_audio: { data: 'UklG', format: 'wav' } }],
      [{ audio: { format: 'wav', source: { bytes: 'UklG' } } }],
    ],
    [
      'plain text without a name',
      file({ file_data: 'data:text/plain;base64,SGk=' }),
      [{ document: { name: 'document', format: 'txt', source: { bytes: 'SGk=' } } }],
    ],
    [
      'a text of another charset as UTF-8',
      file({ file_data: 'data:text/csv;charset=iso-8859-1;base64,6Q==' }),
      [{ document: { name: 'document', format: 'csv', source: { bytes: 'w6k=' } } }],
    ],
    [
      'a Word document',
      file({
        filename: 'a.docx',
        file_data: 'data:application/vnd.openxmlformats-officedocument.wordprocessingml.document;base64,UEs=',
      }),
      [{ document: { name: 'a', format: 'docx', source: { bytes: 'UEs=' } } }],
    ],
    [
      'a cache point after the part, with its time to live, and no second one after nothing',
      [
        { type: 'text', text: 'a', cache_control: { type: 'ephemeral', ttl: '5m' } },
        { type: 'text', text: ' ', cache_control: { type: 'ephemeral' } },
      ],
      [{ text: 'a' }, { cachePoint: { type: 'default', ttl: '5m' } }],
    ],
    [
      'the mark of a part that is left out',
      [
        { type: 'text', text: '\n', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: 'a' },
        { type: 'text', text: '\n', cache_control: { type: 'ephemeral' } },
      ],
      [{ text: 'a' }, { cachePoint: { type: 'default' } }],
    ],
  ])('writes %s', (_name, content, blocks) => {
    expect(encodeContent(content)).toEqual([...blocks, { text: 'Hi' }]);
  });

  test.each([
    ['unsupported_parameter', 'messages[0].content[0]', image('https://example.com/a.png')],
    ['unsupported_parameter', 'messages[0].content[0]', image('s3://bucket/a.png')],
    ['unsupported_parameter', 'messages[0].content[0]', image('data:image/svg+xml;base64,PHN2Zz4=')],
    ['invalid_value', 'messages[0].content[0].image_url.url', image('data:image/png,iVBO')],
    ['unsupported_parameter', 'messages[0].content[0]', file({ file_id: 'file-1' })],
    ['unsupported_parameter', 'messages[0].content[0]', file({ file_data: 'data:application/zip;base64,UEs=' })],
    [
      'unsupported_parameter',
      'messages[0].content[0]',
      file({ file_data: 'data:text/plain;charset=klingon;base64,6Q==' }),
    ],
    ['invalid_value', 'messages[0].content[0].file.file_data', file({ file_data: 'JVBERi0=' })],
    [
      'unsupported_parameter',
      'messages[0].content[0].input_audio.format',
      [{ type: 'input_audio', input_audio: { data: 'a', format: 'pcm16' } }],
    ],
    ['unsupported_parameter', 'messages[0].content[0]', [{ type: 'video_url', video_url: {} }]],
  ])('%s at %s', (code, param, content) => {
    expect(() => encodeContent(content)).toThrow(expect.objectContaining({ name: 'GatewayError', code, param }));
  });

  test('never quotes what was sent', () => {
    const messages = [
      { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '[secret' } }] },
    ];
    const run = () => encode({ messages, tools: [TOOL] });
    expect(run).toThrow(GatewayError);
    expect(run).toThrow(/^(?!.*secret)/);
  });

  test('one cache point follows a result, however many of its parts are marked', () => {
    const mark = { cache_control: { type: 'ephemeral' } };
    const messages = [
      {
        role: 'tool',
        tool_call_id: 'a',
        content: [
          { type: 'text', text: '1', ...mark },
          { type: 'text', text: '2', ...mark },
        ],
      },
    ];
    expect(encode({ messages, tools: [TOOL] }).messages[0].content).toEqual([
      { toolResult: { toolUseId: 'a', content: [{ text: '1' }, { text: '2' }] } },
      { cachePoint: { type: 'default' } },
    ]);
  });

  test('rejects a user turn with a document and without a text by the name of its content', () => {
    const file = { type: 'file', file: { file_data: 'data:text/plain;base64,SGk=' } };
    const say = (content: unknown) => ({ role: 'user', content });
    const refused = expect.objectContaining({ code: 'unsupported_parameter', param: 'messages[2].content' });
    const answered = [...HI, { role: 'assistant', content: 'Hi' }];
    expect(() => encode({ messages: [...answered, say([file])] })).toThrow(refused);
    expect(() => encode({ messages: [...answered, say([{ type: 'text', text: ' ' }, file])] })).toThrow(refused);
    // Neighbours are one turn at the provider.
    expect(() => encode({ messages: [...answered, say([file]), say('What is it?')] })).not.toThrow();
  });

  test('tells a stored function_call in words', () => {
    const call = { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a":1}' } };
    expect(encode({ messages: [...HI, call] }).messages[1].content).toEqual([{ text: 'f({"a":1})' }]);
  });

  test.each([
    ['toolu_01.a:b|c', 'toolu_01_x2e_a_x3a_b_x7c_c'],
    [`call_${'x'.repeat(80)}_0`, `call_${'x'.repeat(22)}_53ec61b5_${'x'.repeat(25)}_0`],
    [`call_${'x'.repeat(80)}_1`, `call_${'x'.repeat(22)}_52ec6022_${'x'.repeat(25)}_1`],
  ])('the id %s is %s, in the call and in its result', (id, native) => {
    const call = { id, type: 'function', function: { name: 'f', arguments: '{}' } };
    const messages = [
      ...HI,
      { role: 'assistant', tool_calls: [call] },
      { role: 'tool', tool_call_id: id, content: 'x' },
    ];
    const [, asked, answered] = encode({ messages, tools: [TOOL] }).messages;
    expect(native.length).toBeLessThanOrEqual(64);
    expect(asked.content[0].toolUse.toolUseId).toBe(native);
    expect(answered.content[0].toolResult.toolUseId).toBe(native);
  });
});

describe('the schema of an answer', () => {
  test('is sent as a text, with its name and description', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    const json_schema = { name: 'n', description: 'd', strict: true, schema };
    expect(encode({ response_format: { type: 'json_schema', json_schema } }).outputConfig).toEqual({
      textFormat: {
        type: 'json_schema',
        structure: { jsonSchema: { name: 'n', description: 'd', schema: JSON.stringify(schema) } },
      },
    });
  });
});

describe('thinking of a Claude, in its own words', () => {
  const CLAUDE = { ...TARGET, upstreamModel: 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0' };
  const thinking = { type: 'enabled', budget_tokens: 2048 };
  const encodeFor = (target: ProviderTarget, members: object) => {
    const lost: string[] = [];
    const request = { model: 'm', messages: HI, ...members } as ChatRequest;
    const body = JSON.parse(encodeRequest(request, target, { lose: (name) => void lost.push(name) }));
    return { fields: body.additionalModelRequestFields, lost };
  };

  test.each<[string, object, object]>([
    ['a budget', { thinking }, { thinking }],
    [
      'an effort',
      { thinking: { type: 'adaptive' }, output_config: { effort: 'max' } },
      { thinking: { type: 'adaptive' }, output_config: { effort: 'max' } },
    ],
    ['an effort alone', { output_config: { effort: 'low' } }, { output_config: { effort: 'low' } }],
    ['none', { thinking: { type: 'disabled' } }, { thinking: { type: 'disabled' } }],
  ])('goes along: %s', (_name, members, fields) => {
    expect(encodeFor(CLAUDE, members)).toEqual({ fields, lost: [] });
  });

  test.each([
    ['output_config', { output_config: { effort: 'low', format: { type: 'json_schema' } } }],
    ['output_config', { output_config: 'low' }],
    ['thinking', { thinking: true }],
  ])('anything else named %s is rejected: %j', (param, members) => {
    expect(() => encodeFor(CLAUDE, members)).toThrow(expect.objectContaining({ code: 'unsupported_parameter', param }));
  });

  test('is left out for other models, and said to be lost', () => {
    expect(encodeFor(TARGET, { thinking, output_config: { effort: 'low' } })).toEqual({
      fields: undefined,
      lost: ['thinking', 'output_config'],
    });
  });

  describe('effort of reasoning', () => {
    const encodeBody = (upstreamModel: string, members: object) => {
      const lost: string[] = [];
      const target = { ...TARGET, upstreamModel, facts: findModelFacts('bedrock', upstreamModel) };
      const request = { model: 'm', messages: HI, ...members } as ChatRequest;
      const body = JSON.parse(encodeRequest(request, target, { lose: (name) => void lost.push(name) }));
      return { fields: body.additionalModelRequestFields, inference: body.inferenceConfig, lost };
    };
    const SONNET = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';
    const OPUS = 'global.anthropic.claude-opus-5-v1:0';
    const adaptive = { type: 'adaptive', display: 'summarized' };

    test.each<[string, string, object, object]>([
      [
        'a budget on top of the caller’s limit',
        SONNET,
        { reasoning_effort: 'high', max_tokens: 100 },
        { fields: { thinking: { type: 'enabled', budget_tokens: 16384 } }, inference: { maxTokens: 16484 }, lost: [] },
      ],
      [
        'a budget on top of a limit of ours, without temperature',
        SONNET,
        { reasoning_effort: 'minimal', temperature: 0.5, top_p: 1 },
        {
          fields: { thinking: { type: 'enabled', budget_tokens: 1024 } },
          inference: { maxTokens: 5120 },
          lost: ['temperature'],
        },
      ],
      [
        'an effort of a model that thinks adaptively, within the caller’s limit',
        OPUS,
        { reasoning_effort: 'medium', max_tokens: 100 },
        {
          fields: { thinking: adaptive, output_config: { effort: 'medium' } },
          inference: { maxTokens: 100 },
          lost: [],
        },
      ],
      [
        'nothing of a model with budgets',
        SONNET,
        { reasoning_effort: 'none' },
        { fields: undefined, inference: undefined, lost: [] },
      ],
      [
        'no thinking of an adaptive model',
        OPUS,
        { reasoning_effort: 'none' },
        { fields: { thinking: { type: 'disabled' } }, inference: undefined, lost: [] },
      ],
    ])('is %s', (_, model, members, expected) => {
      expect(encodeBody(model, members)).toEqual(expected);
    });

    test('is left out in the middle of a loop of calls that began without it', () => {
      const { fields, lost } = encodeBody(SONNET, { reasoning_effort: 'low', tools: [TOOL], messages: loop() });
      expect([fields, lost]).toEqual([undefined, ['reasoning_effort']]);
    });

    test('is rejected beside a forced call', () => {
      const asked = { reasoning_effort: 'low', tools: [TOOL], tool_choice: 'required' };
      expect(() => encodeBody(SONNET, asked)).toThrow(
        expect.objectContaining({ code: 'unsupported_parameter', param: 'tool_choice' }),
      );
    });
  });

  const loop = (...details: object[]) => [
    ...HI,
    {
      role: 'assistant',
      reasoning_details: details,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: 'r' },
  ];

  test('goes along in the middle of a loop of calls that began with it, and not if it is missing there', () => {
    const signed = { type: 'reasoning.text', text: 't', signature: 's', format: 'anthropic-claude-v1', index: 0 };
    expect(encodeFor(CLAUDE, { thinking, tools: [TOOL], messages: loop(signed) })).toEqual({
      fields: { thinking },
      lost: [],
    });
    expect(encodeFor(CLAUDE, { thinking, tools: [TOOL], messages: loop() })).toEqual({
      fields: undefined,
      lost: ['thinking'],
    });
  });
});
