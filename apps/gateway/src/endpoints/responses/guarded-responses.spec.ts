import { describe, expect, test } from '@jest/globals';
import { mergePiiPolicies, PiiSession } from '@multilane/policy';
import fc from 'fast-check';
import { rewriteWith } from '../../guarding/rewrite-with.js';
import { listAnswerTexts } from '../../guarding/texts/list-texts.js';
import { NativeResponsesWriter } from './native-responses-writer.js';
import { RESPONSES_FORMAT } from './responses-format.js';

type Members = Record<string, unknown>;

const { answer: WORDS } = RESPONSES_FORMAT.texts;
if (WORDS === undefined) throw new Error('answers have words');

const SECRET = 'x@y.example';
const OWN = 'own@example.com';
const HIDDEN = '[EMAIL_1]';

function startSession(output: 'off' | 'stream'): PiiSession {
  const rules = mergePiiPolicies([
    { entities: ['email'], input: 'redact', output, placeholder: '[EMAIL_1]', restore: true },
  ]);
  if (!rules) throw new Error('no rules');
  const session = new PiiSession(rules);
  session.placeholders.placeholderOf('email', OWN);
  session.placeholders.beginAnswer();
  return session;
}

/** Every item that a response may have, with the text in every member that says words. */
const itemsWith = (text: string): Members[] => [
  {
    ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', phase: 'final_answer', note: text },
    content: [
      {
        ...{ type: 'output_text', text, extra: [{ deep: text }] },
        annotations: [
          { type: 'url_citation', title: text, url: `https://example.com/?q=${text}`, start_index: 0, end_index: 1 },
          text,
        ],
        logprobs: [{ token: text, bytes: [], logprob: 0, top_logprobs: [{ token: text, logprob: 0 }] }],
      },
      { type: 'refusal', refusal: text },
      { type: 'unknown', words: text },
      text,
    ],
  },
  { type: 'message', id: 'msg_2', role: 'assistant', content: { type: 'output_text', text } },
  { type: 'message', id: 'msg_3', role: 'assistant', content: text },
  {
    ...{ type: 'reasoning', id: 'rs_1', encrypted_content: 'opaque' },
    summary: [{ type: 'summary_text', text }],
    content: [{ type: 'reasoning_text', text }],
  },
  { type: 'reasoning', id: 'rs_2', summary: text, content: { text }, note: { deep: text } },
  { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'f', arguments: JSON.stringify({ to: text, [text]: 1 }) },
  { type: 'function_call', id: 'fc_2', call_id: 'c2', name: 'f', arguments: { to: [text] } },
  { type: 'function_call', id: 'fc_3', call_id: 'c3', name: 'f', arguments: `{"to": "${text}` },
  { type: 'custom_tool_call', id: 'ct_1', call_id: 'c4', name: 'patch', input: text },
  { type: 'custom_tool_call', id: 'ct_2', call_id: 'c5', name: 'patch', input: { deep: text } },
  { type: 'tool_search_call', id: 'ts_1', call_id: 'c6', execution: 'client', arguments: { query: text } },
  { type: 'tool_search_output', call_id: 'c6', tools: [{ type: 'function', name: 'f', description: text }] },
  { type: 'local_shell_call', id: 'ls_1', call_id: 'c7', action: { type: 'exec', command: [text], env: { A: text } } },
  { type: 'shell_call', id: 'sh_1', call_id: 'c8', action: { commands: [text] } },
  { type: 'shell_call_output', call_id: 'c8', output: [{ stdout: text, stderr: text, outcome: { type: 'exit' } }] },
  { type: 'apply_patch_call', id: 'ap_1', call_id: 'c9', operation: { type: 'update_file', path: text, diff: text } },
  { type: 'web_search_call', id: 'ws_1', action: { type: 'search', query: text, sources: [{ url: text }] } },
  { type: 'file_search_call', id: 'fs_1', queries: [text], results: [{ text, filename: text }] },
  { type: 'code_interpreter_call', id: 'ci_1', code: text, outputs: [{ type: 'logs', logs: text }] },
  { type: 'mcp_call', id: 'mcp_1', name: 'f', server_label: text, arguments: '{}', output: text, error: text },
  { type: 'mcp_list_tools', id: 'ml_1', tools: [{ name: 'f', description: text }], error: { message: text } },
  { type: 'computer_call_output', call_id: 'c10', output: { type: 'computer_screenshot', note: text } },
  { type: 'compaction', id: 'cp_1', encrypted_content: 'opaque', note: text },
  { type: 'of_tomorrow', headers: text, authorization: { is: text }, summary: [text], words: { deep: [text] } },
];

const responseWith = (text: string): Members => ({
  ...{ id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: 'm', output_text: text },
  ...{ output: itemsWith(text), incomplete_details: { reason: text }, of_tomorrow: [text], usage: null },
});

/** Every event but deltas, with the text in every member that says words. */
const wholeEventsWith = (text: string): Members[] => [
  ...['response.created', 'response.in_progress', 'response.queued', 'response.completed', 'response.incomplete'].map(
    (type) => ({ type, response: responseWith(text) }),
  ),
  ...['response.output_item.added', 'response.output_item.done'].flatMap((type) =>
    itemsWith(text).map((item, output_index) => ({ type, output_index, item })),
  ),
  ...['response.content_part.added', 'response.content_part.done'].flatMap((type) => [
    { type, item_id: 'msg_1', part: { type: 'output_text', text, annotations: [{ title: text }], logprobs: [] } },
    { type, item_id: 'msg_1', part: { type: 'refusal', refusal: text } },
    { type, item_id: 'msg_1', part: text },
  ]),
  ...['response.reasoning_summary_part.added', 'response.reasoning_summary_part.done'].map((type) => ({
    ...{ type, item_id: 'rs_1', part: { type: 'summary_text', text } },
  })),
  { type: 'response.output_text.done', item_id: 'msg_1', text, logprobs: [{ token: text }] },
  { type: 'response.refusal.done', item_id: 'msg_1', refusal: text },
  {
    type: 'response.output_text.annotation.added',
    item_id: 'msg_1',
    annotation: { type: 'url_citation', title: text },
  },
  { type: 'response.reasoning_text.done', item_id: 'rs_1', text },
  { type: 'response.reasoning_summary_text.done', item_id: 'rs_1', text },
  { type: 'response.function_call_arguments.done', item_id: 'fc_1', arguments: JSON.stringify({ to: text }) },
  { type: 'response.function_call_arguments.done', item_id: 'fc_1', arguments: { to: text } },
  { type: 'response.custom_tool_call_input.done', item_id: 'ct_1', input: text },
  { type: 'response.mcp_call_arguments.done', item_id: 'mcp_1', arguments: JSON.stringify({ to: text }) },
  { type: 'response.code_interpreter_call_code.done', item_id: 'ci_1', code: text },
  { type: 'response.audio.transcript.done', transcript: text },
  { type: 'response.web_search_call.searching', item_id: 'ws_1', query: text },
  { type: 'response.of_tomorrow', text: { deep: text }, words: [text], headers: text },
  { type: 'response.of_tomorrow.done', words: text },
  { type: 'response.of_tomorrow.delta', delta: { deep: text } },
  { type: 'of_tomorrow', response: text, item: text, part: [text] },
];

const DELTA_TYPES: readonly (readonly [type: string, isJson: boolean])[] = [
  ...['output_text', 'refusal', 'reasoning_text', 'reasoning_summary_text', 'audio.transcript', 'of_tomorrow'].map(
    (name) => [`response.${name}.delta`, false] as const,
  ),
  ...['custom_tool_call_input', 'code_interpreter_call_code'].map((name) => [`response.${name}.delta`, false] as const),
  ...['function_call_arguments', 'mcp_call_arguments'].map((name) => [`response.${name}.delta`, true] as const),
];

function rewrite(events: readonly Members[], output: 'off' | 'stream' = 'stream'): Members[] {
  const rewriter = WORDS?.startRewriter(startSession(output));
  const rewritten: Members[] = [];
  const emit = (event: object | undefined, raw: string | undefined): void => {
    rewritten.push((event ?? JSON.parse(raw?.replace(/^data: /, '') ?? '')) as Members);
  };
  // Half of the events come unread.
  events.forEach((event, index) => {
    if (index % 2 === 0) rewriter?.push(event, `data: ${JSON.stringify(event)}`, emit);
    else rewriter?.push(undefined, `data: ${JSON.stringify(event)}`, emit);
  });
  rewriter?.end(emit);
  return rewritten;
}

function listTexts(events: readonly Members[]): string {
  const texts = WORDS?.startTexts();
  for (const event of events) texts?.take(undefined, `data: ${JSON.stringify(event)}`);
  return (texts?.list() ?? []).map(({ text }) => text).join('\n');
}

const named = (members: readonly Members[]) =>
  members.map((each, index) => [`${index} ${each.type}`, index] as [string, number]);

describe('docs/contract/personal-data.md#policies: answers in the Responses format', () => {
  test.each(named(itemsWith('')))('no member of an item shows what is hidden, whole: %s', (_name, index) => {
    const answer = (text: string) => ({ ...responseWith('-'), output: itemsWith(text).slice(index, index + 1) });
    const mapped = WORDS.map(answer(`Mail ${SECRET} now`), rewriteWith(startSession('stream')));
    expect(JSON.stringify(mapped)).not.toContain(SECRET);
    const listed = listAnswerTexts(WORDS, answer('Mail forbidden now'));
    expect(listed.map(({ text }) => text).join('\n')).toContain('Mail forbidden now');
  });

  test('nor does a member of the response itself', () => {
    const mapped = WORDS.map(responseWith(SECRET), rewriteWith(startSession('stream')));
    expect(JSON.stringify(mapped)).not.toContain(SECRET);
  });

  test.each(named(wholeEventsWith('')))('no member of an event shows what is hidden: %s', (_name, index) => {
    const events = (text: string) => wholeEventsWith(text).slice(index, index + 1);
    expect(JSON.stringify(rewrite(events(`Mail ${SECRET} now`)))).not.toContain(SECRET);
    expect(JSON.stringify(rewrite([{ type: 'a' }, ...events(`Mail ${SECRET} now`)]))).not.toContain(SECRET);
    expect(listTexts(events('Mail forbidden now'))).toContain('Mail forbidden now');
  });

  test.each(DELTA_TYPES)(
    'a text that comes in pieces is looked at, hidden and restored as one, with any ids: %s',
    (type, isJson) => {
      const text = `Mail ${SECRET} or ${HIDDEN} now`;
      const said = isJson ? JSON.stringify({ to: text }) : text;
      const places: ((index: number) => Members)[] = [
        () => ({ item_id: 'a', output_index: 0, content_index: 0 }),
        (index) => ({ item_id: `new_${index}`, output_index: 0, summary_index: 0 }),
        () => ({ item_id: 'a' }),
        () => ({ output_index: 3 }),
        () => ({}),
      ];
      fc.assert(
        fc.property(fc.array(fc.nat(said.length), { maxLength: 8 }), fc.constantFrom(...places), (cuts, place) => {
          const at = [...new Set([0, ...cuts, said.length])].sort((one, other) => one - other);
          const pieces = at.slice(1).map((end, index) => said.slice(at[index], end));
          const events: Members[] = pieces.map((delta, index) => ({
            ...{ type, sequence_number: index + 4, ...place(index), delta, logprobs: [{ token: delta }] },
          }));
          const done = { type: type.replace(/delta$/, 'done'), sequence_number: pieces.length + 4, ...place(99) };
          const rewritten = rewrite([...events, done, { type: 'after', sequence_number: pieces.length + 5 }]);
          expect(JSON.stringify(rewritten)).not.toContain(SECRET);
          expect(rewritten.map(({ sequence_number: number }) => number)).toEqual(
            rewritten.map((_, index) => index + 4),
          );
          expect(rewritten.slice(-2).map((event) => event.type)).toEqual([done.type, 'after']);
          const joined = rewritten.map(({ delta }) => delta ?? '').join('');
          if (!type.includes('reasoning')) expect(joined).toContain(OWN);
          expect(JSON.stringify(rewritten)).not.toMatch(/"token"/);
          expect(listTexts(events)).toBe(said);
        }),
        { numRuns: 60 },
      );
    },
  );

  test('two texts that come in turn are two, each ended by its own event alone', () => {
    const delta = (output_index: number, text: string) => ({
      ...{ type: 'response.output_text.delta', output_index, content_index: 0, delta: text },
    });
    const done = { type: 'response.output_text.done', output_index: 0, content_index: 0, text: 'Mail x@y.ex' };
    const rewritten = rewrite([delta(0, 'Mail x@y.'), delta(1, 'To x@'), done, delta(1, 'y.example.')]);
    expect(JSON.stringify(rewritten)).not.toContain(SECRET);
    const said = (index: number) =>
      rewritten.flatMap((event) => (event.output_index === index && event.delta) || []).join('');
    expect(said(0)).toContain('Mail ');
    expect(said(1)).toMatch(/^To \S+\.$/);
  });

  test('an answer that is only restored keeps all else as it came', () => {
    const events = wholeEventsWith(`Mail ${SECRET} now`);
    expect(rewrite(events, 'off')).toEqual(events);
    const restored = rewrite(wholeEventsWith(HIDDEN), 'off');
    expect(JSON.stringify(restored.at(-4))).toContain(OWN);
  });

  test('a text said in many events is listed once', () => {
    const said = 'Top secret';
    const events = [
      { type: 'response.output_text.delta', item_id: 'a', output_index: 0, delta: 'Top ' },
      { type: 'response.output_text.delta', item_id: 'b', output_index: 0, delta: 'secret' },
      { type: 'response.output_text.done', output_index: 0, text: said },
      { type: 'response.content_part.done', output_index: 0, part: { type: 'output_text', text: said } },
      {
        type: 'response.completed',
        response: { output: [{ type: 'message', content: [{ text: said }], role: 'assistant' }] },
      },
    ];
    expect(listTexts(events)).toBe(said);
  });
});

describe('docs/contract/responses.md#native: what the answer repeats of the request', () => {
  const request = {
    ...{ model: 'm', input: 'x', instructions: `Write to ${OWN}`, user: OWN, metadata: { who: OWN } },
    tools: [{ type: 'function', name: 'f', description: `Of ${OWN}`, parameters: { type: 'object', title: OWN } }],
    text: { format: { type: 'json_schema', name: 'n', schema: { description: OWN } } },
  } as never;
  const redacted = {
    ...{ instructions: `Write to ${HIDDEN}`, user: HIDDEN, metadata: { who: HIDDEN }, output: [] },
    tools: [
      {
        type: 'function',
        name: 'f',
        description: `Of ${HIDDEN}`,
        strict: true,
        parameters: { type: 'object', title: HIDDEN },
      },
    ],
    text: { format: { type: 'json_schema', name: 'n', schema: { description: HIDDEN } }, verbosity: 'medium' },
  };

  test('is in the own words of the client, also where the stream fails; what the provider adds stays', () => {
    const writer = new NativeResponsesWriter({ model: 'm' } as never, request);
    const created = writer.write({ type: 'response.created', sequence_number: 0, response: redacted }, 'raw');
    const failed = writer.fail({ message: 'm', code: 'provider_error', type: 'api_error', status: 502 } as never);
    for (const event of [created, failed]) {
      expect(event).not.toContain(HIDDEN);
      const [, data = ''] = /data: (.*)/.exec(event) ?? [];
      const { response } = JSON.parse(data) as { response: typeof redacted };
      expect(response.instructions).toBe(`Write to ${OWN}`);
      expect(response.tools[0]).toMatchObject({ description: `Of ${OWN}`, strict: true });
      expect(response.text.verbosity).toBe('medium');
    }
  });
});
