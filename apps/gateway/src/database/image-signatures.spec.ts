import { describe, expect, test } from '@jest/globals';
import { ImageSignatures } from './image-signatures.js';

const ONE = Buffer.alloc(32, 1).toString('base64');
const TWO = Buffer.alloc(32, 2).toString('base64');
const IMAGE = { id: '019abcde-0000-7000-8000-000000000001', expires: 1_800_000_000 };

describe('signatures of image addresses', () => {
  const signatures = new ImageSignatures(ONE);
  const signature = signatures.sign(IMAGE);

  test('are accepted by every process with the same key', () => {
    expect(signature).toMatch(/^[\w-]{43}$/);
    expect(new ImageSignatures(ONE).isValid(IMAGE, signature)).toBe(true);
  });

  test('are made with the first key and accepted with any, so that a key can be replaced', () => {
    const replaced = new ImageSignatures(`${TWO}, ${ONE}`);
    expect(replaced.isValid(IMAGE, signature)).toBe(true);
    expect(replaced.sign(IMAGE)).toBe(new ImageSignatures(TWO).sign(IMAGE));
    expect(new ImageSignatures(TWO).isValid(IMAGE, signature)).toBe(false);
  });

  test.each([
    ['another image', { ...IMAGE, id: '019abcde-0000-7000-8000-000000000002' }, signature],
    ['another time', { ...IMAGE, expires: IMAGE.expires + 1 }, signature],
    ['what is split in another place', { id: `${IMAGE.id}.1`, expires: 800_000_000 }, signature],
    ['nothing', IMAGE, ''],
    ['a part', IMAGE, signature.slice(0, -1)],
    ['more', IMAGE, `${signature}A`],
    ['another spelling of the same bytes', IMAGE, `${signature}=`],
    ['a signature in plain base64', IMAGE, Buffer.from(signature, 'base64url').toString('base64')],
    ['what is no base64', IMAGE, '!'.repeat(43)],
    ['the last bits changed', IMAGE, `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`],
  ])('are rejected for %s', (_name, image, given) => {
    expect(signatures.isValid(image, given)).toBe(false);
  });

  test('need a key of their own: the one that encrypts signs nothing', () => {
    expect(signature).not.toContain(ONE.slice(0, 10));
  });
});
