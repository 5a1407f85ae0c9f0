import { describe, expect, it } from '@jest/globals';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import fc from 'fast-check';
import { type BoundPayload, boundPayload as boundInTurns, type RedactText, TRUNCATED } from './bound-payload.js';

function* redact(text: string): Generator<undefined, string> {
  yield;
  return text.replaceAll(/\w+@\w+\.example/g, '[EMAIL_1]').replace('4155552671', '[PHONE_1]');
}

function boundPayload(value: unknown, room: number, redactText: RedactText | undefined): BoundPayload {
  const copying = boundInTurns(value, room, redactText);
  let step = copying.next();
  while (step.done !== true) step = copying.next();
  return step.value;
}

describe('the copy of a request or an answer that is stored', () => {
  it('is the value itself where it is small', () => {
    const value = { messages: [{ role: 'user', content: 'Hi' }], n: 1, stream: false, stop: null };
    expect(boundPayload(value, 1_000, undefined)).toEqual({ value, isTruncated: false });
  });

  it('holds no personal data, in names, texts and numbers', () => {
    const { value } = boundPayload({ 'a@x.example': ['b@y.example', 4155552671] }, 1_000, redact);
    expect(value).toEqual({ '[EMAIL_1]': ['[EMAIL_1]', '[PHONE_1]'] });
  });

  it('is cut with a mark where it is longer than allowed', () => {
    const { value, isTruncated } = boundPayload({ a: 'x'.repeat(500), b: 'y', c: 'z' }, 100, undefined);
    expect(isTruncated).toBe(true);
    expect((value as { a: string }).a).toMatch(/^x{80,100}…\[truncated\]$/);
    expect(value).toHaveProperty([TRUNCATED], true);
  });

  it('never holds a part of a value that the cut goes through', () => {
    fc.assert(
      fc.property(fc.nat(600), fc.integer({ min: 450, max: 900 }), (before, room) => {
        const text = `${'x '.repeat(before)}secret@mail.example ${'y '.repeat(500)}`;
        const { value } = boundPayload(text, room, redact);
        expect(value).not.toMatch(/secret|mail/);
      }),
    );
  });

  it('leaves binary data out', () => {
    const { value } = boundPayload({ url: `data:image/png;base64,${'A'.repeat(9_000)}` }, 20_000, undefined);
    expect(value).toEqual({ url: '…[9022 characters of binary data]' });
  });

  it('takes a bounded time and depth, however large the value is', async () => {
    const large = { list: Array.from({ length: 2_000_000 }, () => 0) };
    let deep: unknown = 'end';
    for (let level = 0; level < 10_000; level++) deep = [deep];
    const bound = (): void => {
      const text = JSON.stringify([boundPayload(large, 1_000, redact), boundPayload(deep, 1_000, redact)]);
      expect(text.length).toBeLessThan(10_000);
    };
    await expectWithin(500, () => processorTimeOf(bound));
  });

  it('is never much longer than allowed', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 1, max: 300 }), (value, room) => {
        const { value: copied } = boundPayload(value, room, undefined);
        const texts = JSON.stringify(copied)
          .replaceAll(TRUNCATED, '')
          .replaceAll(/\\u[\da-f]{4}|\\./g, 'x');
        expect(texts.length).toBeLessThan(room * 4 + 200);
      }),
    );
  });
});
