import { describe, expect, test } from '@jest/globals';
import { mergePiiPolicies, PiiSession } from '@multilane/policy';
import { deepFreeze } from '@multilane/testing';
import { listAnswerTexts, listRequestTexts } from '../../guarding/texts/list-texts.js';
import type { TextMap } from '../../guarding/texts/text-map.js';
import { formatOf } from '../formats.tools.spec.js';
import { MessagesStreamRewriter } from './messages-stream-rewriter.js';
import { MessagesStreamTexts } from './messages-stream-texts.js';
import { mapMessagesAnswer, mapMessagesRequest } from './messages-texts.js';

type Members = Readonly<Record<string, unknown>>;

const SECRET = 'SECRET';
const hide: TextMap = (text, _role, format) => (format === 'name' ? text : text.replaceAll(SECRET, 'x'));
const { texts } = formatOf('messages');
const { answer: ANSWER } = texts;

const CITATION = {
  type: 'search_result_location',
  source: SECRET,
  title: SECRET,
  cited_text: SECRET,
  search_result_index: 0,
};

/** Blocks in which every text that the provider reads holds the word. */
const READ: [string, Members][] = [
  ['the source of a search result', { type: 'search_result', source: SECRET, title: 'a', content: [] }],
  ['citations', { type: 'text', text: 'a', citations: [CITATION] }],
  ['citations of pages', { type: 'text', text: 'a', citations: [{ type: 'web_search_result_location', url: SECRET }] }],
  ['citations of newer kinds', { type: 'text', text: 'a', citations: [{ type: 'newer', note: { a: [SECRET] } }] }],
  ['a text beside an input', { type: 'text', text: SECRET, input: {} }],
  ['a result beside an input', { type: 'tool_result', tool_use_id: 't', content: SECRET, input: null }],
  ['an input in a text', { type: 'text', text: 'a', input: { a: SECRET } }],
  ['what nobody knows of a call', { type: 'tool_use', id: 't', name: 'f', input: {}, note: [SECRET] }],
  ['what nobody knows of a thought', { type: 'thinking', thinking: 'a', signature: 's', note: SECRET }],
  ['a text in a thought', { type: 'redacted_thinking', data: 'd', text: SECRET }],
  ['a thought in a text', { type: 'text', text: 'a', thinking: SECRET }],
  ['a summary', { type: 'compaction', content: SECRET }],
];

/** Blocks that hold the word only where it must stay. */
const SHOWN: [string, Members][] = [
  ['names of tools', { type: 'tool_use', id: 't', name: SECRET, input: {} }],
  ['names of servers', { type: 'mcp_tool_use', id: 't', name: 'f', server_name: SECRET, input: {} }],
  [
    'names of tools that were found',
    { type: 'tool_result', tool_use_id: 't', content: [{ type: 'tool_reference', tool_name: SECRET }] },
  ],
  ['signed thoughts', { type: 'thinking', thinking: SECRET, signature: 's' }],
];

const HIDDEN: [string, Members][] = [
  ['ids of calls', { type: 'tool_use', id: SECRET, name: 'f', input: {} }],
  ['signatures', { type: 'thinking', thinking: 'a', signature: SECRET }],
  ['encrypted thoughts', { type: 'redacted_thinking', data: SECRET }],
  [
    'ids of citations',
    { type: 'text', text: 'a', citations: [{ type: SECRET, file_id: SECRET, encrypted_index: SECRET }] },
  ],
];

const asking = (...content: Members[]) => ({ messages: [{ role: 'assistant', content }] });

describe('the texts of a request', () => {
  test.each(READ)('are mapped and seen: %s', (_what, block) => {
    const request = deepFreeze(asking(block));
    expect(JSON.stringify(mapMessagesRequest(request, hide))).not.toContain(SECRET);
    expect(listRequestTexts(texts, request).some(({ text }) => text.includes(SECRET))).toBe(true);
  });

  test.each([...SHOWN, ...HIDDEN])('are no references, which stay: %s', (_what, block) => {
    const request = deepFreeze(asking(block));
    expect(mapMessagesRequest(request, hide)).toBe(request);
  });

  test.each(SHOWN)('are checked with the references among them: %s', (_what, block) => {
    expect(JSON.stringify(listRequestTexts(texts, asking(block)))).toContain(SECRET);
  });

  test('are those of turns, too, in members that nobody knows', () => {
    const request = deepFreeze({ messages: [{ role: 'user', content: 'a', note: [SECRET] }] });
    expect(mapMessagesRequest(request, hide).messages[0]?.note).toEqual(['x']);
    expect(JSON.stringify(listRequestTexts(texts, request))).toContain(SECRET);
  });
});

/** An answer, and what it is as a stream. */
const BLOCKS: readonly Members[] = [
  { type: 'text', text: '{"a":1}', citations: [CITATION] },
  { type: 'compaction', content: 'It was about SECRET things.' },
  { type: 'web_search_tool_result', tool_use_id: 's', content: [{ type: 'web_search_result', title: SECRET }] },
];

const STREAM: readonly Members[] = [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '', citations: [] } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '{"a"' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation: CITATION } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ':1}' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'compaction', content: 'It was ' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'compaction_delta', content: 'about SECRET things.' } },
  { type: 'content_block_stop', index: 1 },
  { type: 'content_block_start', index: 2, content_block: BLOCKS[2] },
  { type: 'content_block_stop', index: 2 },
];

function listStream(events: readonly Members[]) {
  const gathered = new MessagesStreamTexts();
  for (const event of events) gathered.take(undefined, `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return gathered.list();
}

describe('the texts of an answer', () => {
  const whole = () => (ANSWER ? listAnswerTexts(ANSWER, { content: BLOCKS }) : []);

  test('are mapped, with all that is beside them', () => {
    const answer = deepFreeze({ content: BLOCKS });
    expect(JSON.stringify(mapMessagesAnswer(answer, hide))).not.toContain(SECRET);
  });

  test.each([
    ['whole', whole],
    ['streamed', () => listStream(STREAM)],
  ])('that is %s are its own words alone: a guardrail that wants JSON judges no others', (_what, list) => {
    const own = list().filter(({ role }) => role === 'assistant');
    expect(own).toEqual([{ role: 'assistant', text: '{"a":1}', content: 1 }]);
  });

  test.each([
    ['whole', whole],
    ['streamed', () => listStream(STREAM)],
  ])('that is %s have the citations, summaries and results beside them', (_what, list) => {
    const beside = list().filter(({ role }) => role === 'parameter');
    const joined = beside.map(({ text }) => text).join('\n');
    expect(joined).toContain('It was about SECRET things.');
    expect(joined.split(SECRET)).toHaveLength(5);
    expect(list()).toContainEqual(expect.objectContaining({ role: 'tool', text: SECRET }));
  });

  test('that is streamed have the text of a block that has an input, and its name', () => {
    const block = { type: 'server_tool_use', name: 'search', text: SECRET, input: { a: 1 } };
    expect(listStream([{ type: 'content_block_start', index: 0, content_block: block }])).toEqual([
      { role: 'assistant', text: SECRET, content: 1 },
      { role: 'tool_call', text: '{"a":1}', format: 'json' },
      { role: 'parameter', text: 'search' },
    ]);
  });
});

describe('a streamed summary', () => {
  const rewrite = (...deltas: Members[]) => {
    const rules = mergePiiPolicies([
      { entities: ['email'], input: 'redact', output: 'stream', placeholder: '[EMAIL_1]', restore: true },
    ]);
    if (!rules) throw new Error('no rules');
    const session = new PiiSession(rules);
    session.placeholders.beginAnswer();
    const rewriter = new MessagesStreamRewriter(session);
    const sent: Members[] = [];
    const emit = (chunk: object | undefined) => {
      if (chunk) sent.push(chunk as Members);
    };
    for (const delta of deltas) rewriter.push({ type: 'content_block_delta', index: 0, delta }, undefined, emit);
    rewriter.push({ type: 'content_block_stop', index: 0 }, undefined, emit);
    return sent.flatMap(({ delta }) => (delta ? [delta as Members] : []));
  };

  test('is rewritten as the answer is, also where an address is split over two deltas', () => {
    const deltas = rewrite(
      { type: 'compaction_delta', content: 'Ask x@y.exa' },
      { type: 'compaction_delta', content: 'mple about it.' },
    );
    expect(new Set(deltas.map(({ type }) => type))).toEqual(new Set(['compaction_delta']));
    expect(deltas.map(({ content }) => content).join('')).toMatch(/^Ask \[EMAIL_\d+\] about it\.$/);
  });

  test('keeps what its delta says beside it, also where all of its text is held back', () => {
    const deltas = rewrite({ type: 'compaction_delta', content: 'x@y.example', encrypted_content: 'e' });
    expect(deltas.map(({ encrypted_content: encrypted }) => encrypted).join('')).toBe('e');
    expect(deltas.map(({ content }) => content).join('')).toMatch(/^\[EMAIL_\d+\]$/);
  });
});
