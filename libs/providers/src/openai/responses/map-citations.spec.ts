import { describe, expect, test } from '@jest/globals';
import { getAdapter } from '../../registry.js';

const codec = getAdapter('openai')?.endpoints.chatOverResponses;
const FACTS = { kind: 'openai' as const, idSeed: 's', created: 1, includeUsage: false };
const cite = (start: number, end: number) => ({
  type: 'url_citation',
  url: 'https://example.com',
  title: 'Example',
  start_index: start,
  end_index: end,
});
const OUTPUT = [
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'First. ', annotations: [] }] },
  {
    type: 'message',
    role: 'assistant',
    content: [
      { type: 'output_text', text: 'Second.', annotations: [cite(0, 6), { type: 'file_citation', file_id: 'f' }] },
    ],
  },
];
const RESPONSE = { id: 'r', object: 'response', created_at: 1, status: 'completed', model: 'm', output: OUTPUT };
const CITED = [
  {
    type: 'url_citation',
    url_citation: { url: 'https://example.com', title: 'Example', start_index: 7, end_index: 13 },
  },
];

describe('pages that an answer of the Responses format cites', () => {
  test('are annotations of the message, with places in its whole text', () => {
    const { response } = codec?.decode([RESPONSE], FACTS) ?? {};
    expect(response?.choices[0]?.message).toMatchObject({ content: 'First. Second.', annotations: CITED });
  });

  test('are annotations of a delta in a stream, once', () => {
    const translator = codec?.startStream(FACTS);
    const said = OUTPUT.flatMap((item, output_index) => [
      { type: 'response.output_text.delta', output_index, content_index: 0, delta: item.content[0]?.text },
      { type: 'response.output_item.done', output_index, item },
    ]);
    const events = [...said, { type: 'response.completed', response: RESPONSE }];
    const chunks: { choices: { delta: { annotations?: unknown } }[] }[] = [];
    const bytes = Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
    translator?.push(bytes, (chunk) => chunks.push(chunk as never));
    const found = chunks.flatMap(({ choices }) => choices[0]?.delta.annotations ?? []);
    expect(found).toEqual(CITED);
  });
});
