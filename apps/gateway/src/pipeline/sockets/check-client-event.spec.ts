import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkClientEvent, type EventRules, isPlainSound } from './check-client-event.js';

/** None of these events names a model that is looked up. */
const RULES = { caller: {}, snapshot: {}, model: { names: [], target: { provider: {} } } } as unknown as EventRules;

const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const utf32 = (text: string): Buffer => Buffer.from([...text].flatMap((each) => [each.charCodeAt(0), 0, 0, 0]));

describe('an event of a client', () => {
  it.each([
    ['asks for an answer', '{"type":"response.create"}'],
    ['asks with escapes', '{"type":"response.\\u0063reate"}'],
    ['has a second type behind', '{"type":"response.create","type":"session.update"}'],
    ['has a second type before', '{"type":"session.update","type":"response.create"}'],
    ['has a second type with an escaped name', '{"t\\u0079pe":"response.create","type":"session.update"}'],
    ['has a second type with an escaped value', '{"type":"response.\\u0063reate","type":"session.update"}'],
    ['has a comma too many', '{"type":"response.create",}'],
    ['holds NaN', '{"type":"response.create","n":NaN}'],
    ['is in single quotes', "{'type':'response.create'}"],
    ['is followed by more', '{"type":"response.create"}{"type":"x"}'],
  ])('that %s has the budget checked', (_how, text) => {
    expect(checkClientEvent(Buffer.from(text), RULES)).toMatchObject({
      mayCreateResponse: true,
      verdict: { kind: 'pass' },
    });
  });

  it.each([
    ['carries sound', Buffer.from('{"type":"input_audio_buffer.append","audio":"AAAA"}')],
    ['holds a line feed', Buffer.from('{"type":"conversation.item.create","item":{"text":"a\\nb"}}')],
    ['is raw sound', Buffer.from([0, 255, 1, 0, 0, 0])],
    ['is raw sound that begins with a brace', Buffer.from([0x7b, 0, 1, 0, 9, 9, 9, 9])],
    ['is empty', Buffer.alloc(0)],
  ])('that %s is passed on without a look at the budget', (_how, bytes) => {
    expect(checkClientEvent(bytes, RULES)).toMatchObject({ mayCreateResponse: false, verdict: { kind: 'pass' } });
  });

  it.each([
    ['a comma too many', '{"type":"session.update","session":{"model":"other"},}'],
    ['no quotes', '{type:"session.update",session:{model:"other"}}'],
    ['single quotes', "{'type':'session.update','session':{'model' : 'other'}}"],
    ['NaN', '{"type":"session.update","x":NaN,"session":{"model":"other"}}'],
    ['an escaped name', '{"type":"session.update","session":{"mod\\u0065l":"other"},}'],
  ])('that names a model and is not JSON, with %s, is rejected', (_how, text) => {
    expect(checkClientEvent(Buffer.from(text), RULES).verdict).toMatchObject({ kind: 'refuse', code: 'invalid_json' });
  });

  it.each([
    ['session.Model', '{"type":"session.update","session":{"Model":"other"}}'],
    ['Session', '{"type":"session.update","Session":{"model":"other"}}'],
    ['RESPONSE', '{"type":"response.create","RESPONSE":{"model":"other"}}'],
    [
      'session.audio.input.transcription.MODEL',
      '{"type":"session.update","session":{"audio":{"input":{"transcription":{"MODEL":"other"}}}}}',
    ],
  ])('whose member %s is in another case is rejected, because some providers would read it', (param, text) => {
    expect(checkClientEvent(Buffer.from(text), RULES).verdict).toMatchObject({
      kind: 'refuse',
      code: 'invalid_value',
      param,
    });
  });

  const hidden = '{"type":"response.create"}';
  it.each([
    ['UTF-16, little end first', Buffer.from(hidden, 'utf16le')],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${hidden}`, 'utf16le')],
    ['UTF-16, big end first', bigEndian(hidden)],
    ['UTF-16, big end first with a mark', bigEndian(`\uFEFF ${hidden}`)],
    ['UTF-32', utf32(hidden)],
  ])('in %s is rejected, because some providers would read it', (_how, bytes) => {
    expect(checkClientEvent(bytes, RULES).verdict).toMatchObject({ kind: 'refuse', code: 'invalid_json' });
  });
});

describe('a binary message', () => {
  /** Sound of some milliseconds that holds these bytes. */
  const sound = (...held: (string | number[])[]): Buffer =>
    Buffer.concat([
      Buffer.from([0x91, 0xfe]),
      ...held.map((each) => Buffer.from(each as string)),
      Buffer.from([0x80, 7]),
    ]);

  it.each([
    ['the begin of an escape', sound('\\u')],
    ['the begin of an escape in upper case', sound('\\U12')],
    ['a backslash', sound('\\')],
    ['a whole escape', sound('\\u006d')],
    ['a word', sound('model":')],
    ['what asks for a response', sound('response.create')],
    ['a brace at its begin and the begin of an escape', Buffer.concat([Buffer.from('{'), sound('\\u')])],
    ['blanks, a brace and the begin of an escape', Buffer.concat([Buffer.from(' \n{'), sound('\\uffff')])],
    ['silence, a brace and the begin of an escape', Buffer.concat([Buffer.from('\0\0\0{'), sound('\\u')])],
  ])('of sound that holds %s passes, and no response is reserved for it', (_what, bytes) => {
    expect(checkClientEvent(bytes, RULES, true)).toMatchObject({ mayCreateResponse: false, verdict: { kind: 'pass' } });
  });

  it('of any bytes passes, but for those that begin as an event does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), (bytes) => {
        const loud = Buffer.concat([Buffer.from([0x90]), Buffer.from(bytes), Buffer.from('\\u\\U\\')]);
        expect(checkClientEvent(loud, RULES, true).verdict).toEqual({ kind: 'pass' });
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it.each([
    ['plainly', '{"type":"session.update","session":{"model":"other"},}'],
    ['behind blanks and a mark', '\uFEFF \n\t{"type":"session.update","session":{"model":"other"},}'],
    ['behind a comment', '/* x */{"type":"session.update","session":{"model":"other"}}'],
    ['with an escaped name', '{"type":"session.update","session":{"mod\\u0065l":"other"},}'],
  ])('that is an event is checked like a text: one that names a model %s', (_how, text) => {
    expect(checkClientEvent(Buffer.from(text), RULES, true).verdict).toMatchObject({ kind: 'refuse' });
  });

  it('that asks for a response has the budget checked', () => {
    const bytes = Buffer.from('{"type":"response.create"}');
    expect(checkClientEvent(bytes, RULES, true)).toMatchObject({ mayCreateResponse: true, createsResponse: true });
  });
});

describe('an event with long strings', () => {
  const model = { names: ['voice'], target: { provider: { upstreamModel: 'gpt-realtime' } } };
  const rules = { ...RULES, snapshot: { models: new Map(), virtualModels: new Map() }, model } as unknown as EventRules;
  const long = 'AAAA\u00e9"\n\\model'.repeat(2_000);

  it('has its model named by the provider, and keeps each string as it came', () => {
    const event = { type: 'session.update', session: { instructions: long, model: 'voice', [long]: [long, 'short'] } };
    const { verdict } = checkClientEvent(Buffer.from(JSON.stringify(event)), rules);
    expect(verdict.kind).toBe('replace');
    const text = verdict.kind === 'replace' ? String(verdict.text) : '';
    expect(JSON.parse(text)).toEqual({ ...event, session: { ...event.session, model: 'gpt-realtime' } });
  });

  it('does not hide a model in what a provider would read otherwise', () => {
    const hidden = `{'a':'"','type':'session.update','session':{'model':'other'},'pad':'${'x'.repeat(9_000)}','b':'"'}`;
    expect(checkClientEvent(Buffer.from(hidden), rules).verdict).toMatchObject({
      kind: 'refuse',
      code: 'invalid_json',
    });
  });

  it('is passed on as it is where it names nothing', () => {
    const event = { type: 'conversation.item.create', item: { content: [{ type: 'input_image', image_url: long }] } };
    expect(checkClientEvent(Buffer.from(JSON.stringify(event)), rules).verdict).toEqual({ kind: 'pass' });
  });

  it.each([
    ['names', `{"type":"session.update","session":{"model":"voice",${many(25_000, (n) => `"n${n}":1`)}}}`],
    ['objects', `{"type":"session.update","session":{"model":"voice","a":[${many(25_000, () => '{}')}]}}`],
    ['items', `{"type":"session.update","session":{"model":"voice","a":[${many(120_000, () => '1')}]}}`],
    ['levels', `{"type":"session.update","session":{"model":"voice","a":${'['.repeat(9_000)}${']'.repeat(9_000)}}}`],
    ['digits', `{"type":"session.update","session":{"model":"voice","a":${'1'.repeat(9_000)}}}`],
    ['blanks', `{"type":"session.update",${' '.repeat(5_000_000)}"session":{"model":"voice"}}`],
    ['a string without an end', `{"type":"session.update","session":{"model":"${'x'.repeat(5_000_000)}`],
  ])('is rejected where it holds more %s than are parsed in one turn', (_what, text) => {
    expect(checkClientEvent(Buffer.from(text), rules).verdict).toMatchObject({ kind: 'refuse', code: 'invalid_json' });
  });
});

function many(count: number, unit: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => unit(index)).join(',');
}

describe('an event that asks for a response', () => {
  it.each([
    ['{"type":"response.create"}', true],
    ['{"type":"response.\\u0063reate"}', true],
    ['{"type":"response.create",}', true],
    ['{"type":"conversation.item.create","item":{"text":"response.create"}}', false],
    ['{"type":"conversation.item.create","item":{"text":"caf\\u00e9"}}', false],
  ])('is told from one that only might: %s', (text, createsResponse) => {
    expect(checkClientEvent(Buffer.from(text), RULES)).toMatchObject({ createsResponse, mayCreateResponse: true });
  });
});

describe('the model that transcribes', () => {
  const rules = { ...RULES, snapshot: { models: new Map(), virtualModels: new Map() } } as unknown as EventRules;

  it.each([
    [{ audio: { input: { transcription: { model: 'whisper-9' } } } }, 'whisper-9'],
    [{ input_audio_transcription: { model: 'whisper-9' } }, 'whisper-9'],
    [{ audio: { output: { model: 'other' } } }, undefined],
    [{ instructions: 'the model' }, undefined],
  ])('is the one that the session names: %j', (session, transcriber) => {
    const event = checkClientEvent(Buffer.from(JSON.stringify({ type: 'session.update', session })), rules);
    expect(event).toMatchObject({ transcriber, verdict: { kind: 'pass' } });
  });
});

describe('a piece of sound', () => {
  const sound = (audio: string): string => JSON.stringify({ type: 'input_audio_buffer.append', audio });

  it('as SDKs write it is not searched', () => {
    expect(isPlainSound(Buffer.from(sound(Buffer.alloc(960, 'sound').toString('base64'))))).toBe(true);
    expect(isPlainSound(Buffer.from(sound('')))).toBe(true);
    // Base64 may spell the word.
    expect(isPlainSound(Buffer.from(sound('AAAAmodelAAA')))).toBe(true);
  });

  it.each([
    ['another member', '{"type":"input_audio_buffer.append","audio":"AAAA","model":"x"}'],
    ['a second type', '{"type":"input_audio_buffer.append","audio":"AAAA","type":"response.create"}'],
    ['an escape', '{"type":"input_audio_buffer.append","audio":"AA\\u0041A"}'],
    ['words', sound('response.create')],
    ['another type', '{"type":"input_audio_buffer.commit","audio":"AAAA"}'],
    ['no end', '{"type":"input_audio_buffer.append","audio":"AAAA'],
    ['no quote at its end', '{"type":"input_audio_buffer.append","audio":"}'],
    ['another event behind it', `${sound('AAAA')}{"type":"response.create"}`],
    ['blanks', ` ${sound('AAAA')}`],
    ['nothing', ''],
  ])('with %s is searched', (_what, text) => {
    expect(isPlainSound(Buffer.from(text))).toBe(false);
  });

  it('that is not searched has the same verdict as one that is', () => {
    const piece = fc.constantFrom(
      ...[
        'model',
        'model:',
        'response.create',
        '"',
        '\\',
        '\\u006d',
        '.',
        '}',
        '{',
        ',',
        '"model":"x"',
        'AAAA',
        '\u00e9',
        '\0',
        ':',
        ' ',
      ],
    );
    const edit = fc.record({ at: fc.nat(60), removed: fc.nat(2), piece });
    let passed = 0;
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 3 }), (edits) => {
        const text = edits.reduce(
          (changed, { at, piece: inserted, removed }) => changed.slice(0, at) + inserted + changed.slice(at + removed),
          sound('AAAAAAAA'),
        );
        const bytes = Buffer.from(text);
        if (!isPlainSound(bytes)) return;
        passed += 1;
        // A blank in front changes nothing for JSON, and has the event searched.
        const searched = checkClientEvent(Buffer.from(` ${text}`), RULES);
        const unsearched = checkClientEvent(bytes, RULES);
        expect(unsearched.verdict).toEqual(searched.verdict);
        // Malformed JSON might ask for an answer; a character that JSON has escaped does not turn sound into more than sound.
        if (isJson(text)) expect(unsearched).toEqual(searched);
      }),
      { numRuns: 20_000, seed: 7 },
    );
    expect(passed).toBeGreaterThan(1_000);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
