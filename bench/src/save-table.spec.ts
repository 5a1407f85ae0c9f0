import { describe, expect, it } from '@jest/globals';
import { replaceBetween } from './save-table.js';

const MARKS = { begin: '<!-- Begin -->', end: '<!-- End -->' };

describe('replaceBetween', () => {
  it('replaces what is between the marks, and nothing else', () => {
    const page = 'before\n<!-- Begin -->\n\n| old |\n\n<!-- End -->\nafter\n';
    const written = replaceBetween(page, MARKS, '| new |\n');
    expect(written).toBe('before\n<!-- Begin -->\n\n| new |\n\n<!-- End -->\nafter\n');
    expect(replaceBetween(written, MARKS, '| new |')).toBe(written);
  });

  it.each([
    ['without the first mark', 'text <!-- End -->'],
    ['without the last mark', '<!-- Begin --> text'],
    ['with the marks in the wrong order', '<!-- End --> <!-- Begin -->'],
  ])('rejects a page %s', (_name, page) => {
    expect(() => replaceBetween(page, MARKS, 'x')).toThrow('no place for the table: <!-- Begin -->');
  });
});
