import { describe, expect, it } from '@jest/globals';
import { ProviderFailure } from '@multilane/providers';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import { maskFailure, maskQuotes } from './mask-quotes.js';

const request = {
  model: 'gpt-4o',
  messages: [
    { role: 'user', content: 'My PIN is tango-4711, remember' },
    { role: 'user', content: [{ type: 'text', text: 'Österreich' }] },
  ],
};

describe('the words of a provider in the log', () => {
  it.each([
    ['quotes of a prompt are removed, whatever their case', '500 while reading "Tango-4711"', '500 while reading "…"'],
    ['also from parts and in any script', 'bad word österreich', 'bad word …'],
    ['its own words stay', '429 rate_limit_exceeded: slow down', '429 rate_limit_exceeded: slow down'],
    ['short words stay', 'My is a', 'My is a'],
    ['a quote that was cut short is removed too', 'while reading Tango-47', 'while reading …'],
    ['nothing stays nothing', '', ''],
  ])('%s', (_rule, words, expected) => {
    expect(maskQuotes(words, request.messages)).toBe(expected);
  });

  const schema = {
    type: 'object',
    properties: { salary_of_smith: { properties: { input: { const: { bonus: 1 } } } } },
  };
  it.each([
    ['a property of a schema', { tools: [{ function: { parameters: schema } }] }, 'no salary_of_smith', 'no …'],
    ['a property deeper in it', { tools: [{ input_schema: schema }] }, 'what is input?', 'what is …?'],
    ['a member of a constant', { response_format: { schema } }, 'what is a bonus?', 'what is a …?'],
    ['a question', { questions: { 'Is Smith ill?': { type: 'noul' } } }, 'no answer to Smith', 'no answer to …'],
    ['an option', { questions: { a: { criteria: { fire_smith: null } } } }, 'what is fire_smith?', 'what is …?'],
    ['a member of a state', { state: [{ smith: { salary: 1 } }] }, 'salary of smith', '… of …'],
    ["a member of a tool's input", { content: [{ input: { smith: 1 } }] }, 'unexpected smith', 'unexpected …'],
    ['a member of metadata', { metadata: { smith: 'x' } }, 'metadata.smith', 'metadata.…'],
  ])("names that are the caller's own are quotes of a prompt too: %s", (_what, asked, words, expected) => {
    expect(maskQuotes(words, asked)).toBe(expected);
  });

  it('the names of parameters stay, for they say what was wrong', () => {
    const asked = {
      temperature: 3,
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'x' }] }],
      tools: [{ function: { parameters: { properties: { a: { additionalProperties: false } } } } }],
    };
    const words = 'temperature, input[0].content and additionalProperties in parameters are bad';
    expect(maskQuotes(words, asked)).toBe(words);
  });

  it.each([
    ['behind a letter of another script', '価格tango', 'tango', 'tango'],
    ['behind a sign', '🙂tango-4711🙂', 'tango-4711', '…'],
    ['behind punctuation of another script', '「tango」', 'tango', '…'],
    ['in letters beyond the basic plane', '𐐀𐐁𐐂𐐃𐐄', '𐐀𐐁𐐂𐐃𐐄', '…'],
    ['that changes its first letter with its case', 'Ⱥbcdef', 'ⱥbcdef', '…'],
    ['as a part of a longer one', 'xtango tangox', 'tango?', 'tango?'],
  ])('a word %s is compared as a whole', (_what, text, words, expected) => {
    // The last word may be the beginning of one that was cut short; it is another one here.
    expect(maskQuotes(`${words} zzzz`, text)).toBe(`${expected} zzzz`);
  });

  it('every word counts as a quote of a request that is too long to be searched', () => {
    const long = { messages: [{ content: 'x '.repeat(600_000) }, { content: 'tango-4711' }] };
    expect(maskQuotes('429 at tango-4711: slow down', long)).toBe('429 at …: … …');
  });

  it('every word counts as a quote of a request that holds itself, or is deeper than any body', () => {
    const own: Record<string, unknown> = { text: 'x' };
    own.self = own;
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    const wide = { fields: Array.from({ length: 300 }, () => own) };
    for (const asked of [own, deep, wide, [[own], { own }]]) expect(maskQuotes('400 slow down', asked)).toBe('400 … …');
  });

  it('bytes within a request are not looked through', () => {
    const bytes = { read: Object.assign(Buffer.alloc(1_000_000), { note: 'tango' }), text: 'x' };
    expect(maskQuotes('400 slow tango', bytes)).toBe('400 slow tango');
  });

  it('a failure in our own words has none of the request, which is not even looked at', () => {
    const untouchable = new Proxy({}, { get: fail, ownKeys: fail });
    const timeout = new ProviderFailure('provider_timeout', { detail: 'no whole answer within 9 ms' });
    expect(maskFailure(timeout, [], untouchable)).toBe('no whole answer within 9 ms');
    const refused = new ProviderFailure('provider_error', { detail: 'connection: ECONNREFUSED', connection: true });
    expect(maskFailure(refused, [], untouchable)).toBe('connection: ECONNREFUSED');
    const answered = new ProviderFailure('provider_error', { detail: '500 tango-4711', status: 500 });
    expect(maskFailure(answered, [], request)).toBe('500 …');
  });

  it('a failure before a prompt of 100,000 tokens costs no more than reading it as JSON does', async () => {
    const text = JSON.stringify({
      messages: [{ role: 'user', content: 'The quick brown fox, said Ümit. '.repeat(15_000) }],
    });
    const asked: unknown = JSON.parse(text);
    const words = `500 server_error: ${'the server had an error while it was processing your request '.repeat(4)}`;
    const costOf = async (work: () => unknown): Promise<number> => {
      const rounds: number[] = [];
      for (let round = 0; round < 7; round += 1) rounds.push(await processorTimeOf(work));
      return Math.min(...rounds.slice(2));
    };
    const measureExcess = async (): Promise<number> => {
      const reading = await costOf(() => JSON.stringify(JSON.parse(text)));
      return (await costOf(() => maskQuotes(words, asked))) - 2 * reading;
    };
    await expectWithin(2, measureExcess);
  });
});

function fail(): never {
  throw new Error('the request was looked at');
}
