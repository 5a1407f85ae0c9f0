import { describe, expect, test } from '@jest/globals';
import { deepFreeze } from '@multilane/testing';
import { listAnswerTexts } from '../../guarding/texts/list-texts.js';
import type { TextMap } from '../../guarding/texts/text-map.js';
import { COMPLETIONS } from '../completions/completions.endpoint.js';
import { CHAT_FORMAT } from './chat.endpoint.js';
import { mapChatAnswer } from './chat-texts.js';

const SECRET = 'SECRET';
const hide: TextMap = (text, _role, format) => (format === 'name' ? text : text.replaceAll(SECRET, 'x'));

const answerOf = (choice: object, more: object = {}) => ({
  id: SECRET,
  object: 'chat.completion',
  model: SECRET,
  choices: [{ index: 0, finish_reason: 'stop', ...choice }],
  ...more,
});

/** The same answer, with what members that nobody knows say. */
const citing = (said: string) =>
  answerOf(
    {
      message: {
        role: 'assistant',
        content: '{}',
        citations: [{ start: 0, text: said, sources: [{ type: 'tool', tool_output: { a: [said], headers: said } }] }],
        annotations: [{ type: 'url_citation', url_citation: { title: said, content: said } }],
      },
      note: said,
    },
    { citations: [said], search_results: [{ title: said, snippet: said }] },
  );

describe('members beside the words of a whole answer of chat', () => {
  test('members that nobody knows are mapped, in the message, in its choice and beside the choices', () => {
    expect(mapChatAnswer(deepFreeze(citing(SECRET)), hide)).toEqual(citing('x'));
  });

  test('guardrails see them, but not as what the assistant says', () => {
    const { answer } = CHAT_FORMAT.texts;
    const parts = answer ? listAnswerTexts(answer, citing(SECRET)) : [];
    expect(parts.map(({ role }) => role)).toEqual(['assistant', 'parameter']);
    expect(parts[0]).toEqual({ role: 'assistant', text: '{}', content: 1 });
    expect(parts[1]?.text.split(SECRET)).toHaveLength(10);
  });

  test('the words of a copy are mapped, and tokens go where something was replaced', () => {
    const tokens = { logprobs: { content: [{ token: SECRET }] }, token_ids: [7] };
    const answer = answerOf({ message: { role: 'assistant', content: SECRET }, text: SECRET, ...tokens });
    const mapped = mapChatAnswer(deepFreeze(answer), hide);
    expect(mapped).toEqual(answerOf({ message: { role: 'assistant', content: 'x' }, text: 'x', logprobs: null }));
  });

  test('tokens stay where nothing is hidden', () => {
    const tokens = { logprobs: { content: [{ token: 'a' }] }, token_ids: [7] };
    const answer = (content: string) => answerOf({ message: { content, token_ids: [7] }, ...tokens });
    expect(mapChatAnswer(deepFreeze(answer(SECRET)), hide, false)).toEqual(answer('x'));
  });

  test.each<[string, unknown]>([
    ['a content that is an object', { message: { content: { text: SECRET } } }],
    ['parts that are no objects', { message: { content: [SECRET, { type: 'text', text: { value: SECRET } }] } }],
    ['a refusal that is a list', { message: { refusal: [SECRET] } }],
    ['thoughts that are objects', { message: { reasoning: { text: SECRET }, reasoning_content: [SECRET] } }],
    ['signed thoughts that are no list', { message: { reasoning_details: SECRET } }],
    ['signed thoughts that are no objects', { message: { reasoning_details: [SECRET, { text: [SECRET] }] } }],
    ['other members of signed thoughts', { message: { reasoning_details: [{ text: 'a', note: SECRET }] } }],
    ['calls that are no list', { message: { tool_calls: { note: SECRET } } }],
    ['calls that are no objects', { message: { tool_calls: [SECRET, { function: SECRET }] } }],
    ['arguments that are no text', { message: { tool_calls: [{ function: { arguments: { a: SECRET } } }] } }],
    ['a transcript that is no text', { message: { audio: { transcript: [SECRET] } } }],
    ['a message that is no object', { message: SECRET }],
    ['a text that is no text', { text: { value: SECRET } }],
    ['a delta', { delta: { content: SECRET } }],
    ['a choice that is no object', SECRET],
  ])('%s is mapped and seen', (_what, choice) => {
    const answer = deepFreeze({ choices: [choice] });
    expect(JSON.stringify(mapChatAnswer(answer, hide))).not.toContain(SECRET);
    const { answer: texts } = CHAT_FORMAT.texts;
    const parts = texts ? listAnswerTexts(texts, answer) : [];
    expect(parts.some(({ text }) => text.includes(SECRET))).toBe(true);
  });

  test('choices that are no list are mapped', () => {
    expect(mapChatAnswer(deepFreeze({ choices: { a: SECRET } }), hide)).toEqual({ choices: { a: 'x' } });
  });

  test('an answer of completions is mapped in the same way, with copies in the manner of chat', () => {
    const answer = answerOf({ text: SECRET, message: { content: SECRET }, logprobs: { tokens: [SECRET] } });
    const mapped = answerOf({ text: 'x', message: { content: 'x' }, logprobs: null });
    expect(COMPLETIONS.format?.texts.answer?.map(deepFreeze(answer), hide)).toEqual(mapped);
  });

  test('ids, signatures, pictures and the words of filters stay, and so does an answer that says nothing else', () => {
    const answer = answerOf(
      {
        message: {
          ...{ id: SECRET, role: 'assistant', content: 'a', images: [{ image_url: { url: SECRET } }] },
          ...{ audio: { id: SECRET, data: SECRET }, extra_content: { google: { thought_signature: SECRET } } },
          ...{ reasoning_details: [{ type: 'reasoning.encrypted', data: SECRET }] },
        },
        logprobs: { content: [{ token: 'a' }] },
        native_finish_reason: SECRET,
        content_filter_results: { hate: { severity: SECRET } },
      },
      { system_fingerprint: SECRET, service_tier: SECRET, prompt_filter_results: [{ hate: SECRET }] },
    );
    expect(mapChatAnswer(deepFreeze(answer), hide)).toBe(answer);
  });
});
