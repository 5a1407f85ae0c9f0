import { expect, it } from '@jest/globals';
import { parseTableSettings } from './table-settings.js';

it('reads the columns and the density that were chosen', () => {
  const text = JSON.stringify({ hidden: ['owner', 3, null], isCompact: true });
  expect(parseTableSettings(text, ['rpm'])).toEqual({ hidden: ['owner'], isCompact: true });
  expect(parseTableSettings('{"hidden":[]}', ['rpm'])).toEqual({ hidden: [], isCompact: false });
});

it.each([null, '', '{', 'null', '7', '[]', '{"hidden":"owner","isCompact":"yes"}'])(
  'shows the table as at first where a browser has stored %j',
  (text) => {
    expect(parseTableSettings(text, ['rpm'])).toEqual({ hidden: ['rpm'], isCompact: false });
  },
);
