import { describe, expect, it } from '@jest/globals';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import { mapError, mapErrorInAnswer } from './failures/map-error.js';
import { maskSecrets } from './failures/mask-secrets.js';
import { parseDuration } from './failures/read-retry-after.js';
import { parseDataUrl } from './texts/parse-data-url.js';

/** Characters of a provider's error that are read. */
const ERROR = 64 * 1024;

const long = (piece: string, characters = ERROR): string => piece.repeat(Math.ceil(characters / piece.length));

/** Each was, or could be, looked at in the square of its length. */
const PIECES = ['a', '=', 'sk-', 'a-', 'bearer ', 'token ', 'api key ', ' ', '.', "'", '`a', '"', '/', '0', '0.', 'é'];

describe('texts that clients and providers write', () => {
  it.each(['/', ';', '; ', 'a/', ';base64', ';charset="'])(
    'take no time in the head of a data URL: %j',
    async (piece) => {
      const url = `data:${long(piece, 1_000_000)},`;
      await expectWithin(50, () => processorTimeOf(() => expect(parseDataUrl(`${url}AAAA`)).toBeUndefined()));
    },
  );

  it.each(PIECES)('are masked in time linear in their length: %j', async (piece) => {
    await expectWithin(100, () => processorTimeOf(() => maskSecrets(long(piece))));
  });

  it.each(PIECES)('take no time as an error of a provider: %j', async (piece) => {
    const text = long(piece, ERROR - 200);
    const body = { error: { message: text, code: 'x', details: [{ retryDelay: `${long('0')}s` }] } };
    const failed = (status: number) => () => mapError(status, JSON.stringify(body), {});
    for (const status of [400, 401, 429]) await expectWithin(100, () => processorTimeOf(failed(status)));
  });

  it.each(PIECES)('take no time as an error within an answer, which may have megabytes: %j', async (piece) => {
    const text = long(piece, 8_000_000);
    const error = { error: { message: text, code: text, type: text, param: text, details: [{ reason: text }] } };
    await expectWithin(100, () => processorTimeOf(() => mapErrorInAnswer(error)));
  });

  it.each(['0', '1s', '0.'])('are no duration when they are long: %j', async (piece) => {
    await expectWithin(20, () => processorTimeOf(() => expect(parseDuration(`${long(piece)}x`)).toBeUndefined()));
  });

  it('lose a long run with a digit wherever the digit is, and keep words', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    expect(maskSecrets(`a ${letters}1 b 1${letters} c ${letters} d`)).toBe(`a [secret] b [secret] c ${letters} d`);
  });
});
