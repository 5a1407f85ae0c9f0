import { describe, expect, it } from '@jest/globals';
import { STRICT_PROVIDERS } from './strict-providers.js';

const USER = { role: 'user', content: 'q' };
const SYSTEM = { role: 'system', content: 's' };
const call = (members: object = {}) => ({
  role: 'assistant',
  content: 'x',
  tool_calls: [{ id: 'abcdefgh1', type: 'function', function: { name: 'f', arguments: '{}' } }],
  ...members,
});
const RESULT = { role: 'tool', tool_call_id: 'abcdefgh1', content: 'r' };
const use = { type: 'tool_use', id: 'a', name: 'f', input: {} };
const result = { type: 'tool_result', tool_use_id: 'a', content: 'r' };
const claude = (model: string, messages: object[], members: object = {}) => ({
  model,
  max_tokens: 4096,
  messages,
  ...members,
});
const functionCall = { functionCall: { name: 'f', args: {} } };
const contents = (part: object) => ({
  contents: [
    { role: 'user', parts: [{ text: 'q' }] },
    { role: 'model', parts: [part] },
    { role: 'user', parts: [{ functionResponse: { name: 'f', response: {} } }] },
  ],
});
const GEMINI_3 = '/v1beta/models/gemini-3.1-pro-preview:generateContent';
const BUDGET = { thinking: { type: 'enabled', budget_tokens: 1024 } };

/** Requests that a provider rejects, with its words, and the same ones that it takes. */
const RULES: readonly (readonly [kind: string, refused: object, words: string, taken: object, path?: string])[] = [
  [
    'deepseek',
    { messages: [USER, call(), RESULT] },
    'must be passed back',
    { messages: [USER, call({ reasoning_content: ' ' }), RESULT] },
  ],
  [
    'deepseek',
    { messages: [USER, call()] },
    'passed back',
    { messages: [USER, call()], thinking: { type: 'disabled' } },
  ],
  ['groq', { messages: [call({ parsed: null })] }, "'parsed' is unsupported", { messages: [call()] }],
  [
    'groq',
    { model: 'llama-3', messages: [call({ reasoning: 'r' })] },
    "'reasoning' is unsupported",
    { model: 'openai/gpt-oss-20b', messages: [call({ reasoning: 'r' })] },
  ],
  [
    'mistral',
    { messages: [USER, call(), RESULT, USER] },
    "Unexpected role 'user' after role 'tool'",
    { messages: [USER, call(), RESULT] },
  ],
  ['mistral', { messages: [USER, call(), RESULT, SYSTEM] }, '3230', { messages: [SYSTEM, USER, SYSTEM, USER] }],
  [
    'mistral',
    { messages: [USER, { role: 'assistant', content: '' }, USER] },
    'either content',
    { messages: [USER, USER] },
  ],
  ['mistral', { messages: [USER], store: false }, 'extra_forbidden', { messages: [USER], prompt_cache_key: 'k' }],
  [
    'vllm',
    { model: 'Qwen/Qwen3.6-27B', messages: [SYSTEM, SYSTEM, USER] },
    'must be at the beginning',
    { model: 'Qwen/Qwen3.6-27B', messages: [SYSTEM, USER, USER] },
  ],
  [
    'vllm',
    { model: 'mistralai/Devstral', messages: [USER, call(), RESULT, USER] },
    'must alternate',
    { model: 'mistralai/Devstral', messages: [USER, call(), RESULT, { role: 'assistant', content: 'a' }, USER] },
  ],
  ['ollama', { messages: [{ role: 'assistant', content: null }] }, '<nil>', { messages: [call({ content: null })] }],
  ['xai', { messages: [call({ content: null })] }, 'at least one content', { messages: [call({ content: '' })] }],
  ['perplexity', { messages: [USER, USER] }, 'alternating', { messages: [SYSTEM, SYSTEM, USER] }],
  [
    'gemini',
    contents(functionCall),
    'missing a thought_signature',
    contents({ ...functionCall, thoughtSignature: 'skip_thought_signature_validator' }),
    GEMINI_3,
  ],
  [
    'anthropic',
    claude('claude-opus-5', [USER, { role: 'assistant', content: [use] }, USER]),
    'without `tool_result` blocks',
    claude('claude-opus-5', [USER, { role: 'assistant', content: [use] }, { role: 'user', content: [result] }]),
  ],
  [
    'anthropic',
    claude(
      'claude-sonnet-4-5',
      [USER, { role: 'assistant', content: [use] }, { role: 'user', content: [result] }],
      BUDGET,
    ),
    'Expected `thinking`',
    claude(
      'claude-sonnet-4-5',
      [USER, { role: 'assistant', content: [{ type: 'thinking' }, use] }, { role: 'user', content: [result] }],
      BUDGET,
    ),
  ],
  [
    'anthropic',
    claude('claude-opus-4-7', [USER, SYSTEM]),
    "role 'system' is not supported",
    claude('claude-opus-4-8', [USER, SYSTEM]),
  ],
  ['anthropic', claude('claude-opus-5', [SYSTEM, USER]), 'top-level', claude('claude-opus-5', [USER, SYSTEM])],
  [
    'anthropic',
    claude('claude-haiku-4-5', [USER], { output_config: { effort: 'low' } }),
    'effort parameter',
    claude('claude-opus-4-5', [USER], { output_config: { effort: 'low' } }),
  ],
  [
    'anthropic',
    claude('claude-opus-5', [USER, { role: 'assistant', content: 'x' }]),
    'prefill',
    claude('claude-sonnet-4-5', [USER, { role: 'assistant', content: 'x' }]),
  ],
  [
    'anthropic',
    claude('claude-opus-5', [
      { role: 'user', content: Array.from({ length: 5 }, () => ({ type: 'text', text: 'a', cache_control: {} })) },
    ]),
    'maximum of 4',
    claude('claude-opus-5', [
      { role: 'user', content: Array.from({ length: 4 }, () => ({ type: 'text', text: 'a', cache_control: {} })) },
    ]),
  ],
];

describe('a strict provider rejects what its documents say, in its words, and takes the rest', () => {
  it.each(RULES.map((rule) => [rule[0], rule[2], rule] as const))(
    '%s: %s',
    (kind, words, [, refused, , taken, path]) => {
      const strict = STRICT_PROVIDERS[kind];
      const address = path ?? '/v1/chat/completions';
      expect(JSON.stringify(strict?.({ ...refused }, address)?.body)).toContain(words);
      expect(strict?.({ ...taken }, address)).toBeUndefined();
    },
  );
});
