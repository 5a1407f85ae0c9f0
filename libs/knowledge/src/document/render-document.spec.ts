import { describe, expect, it } from '@jest/globals';
import { renderTableHeader } from './render-document.js';

describe('renderTableHeader', () => {
  it('renders header rows as wide as the widest, also where they are more than a call takes arguments', () => {
    const rows = [...Array.from({ length: 200_000 }, () => ['a']), ['a', 'b'], ['1', '2']];
    const lines = renderTableHeader({ kind: 'table', rows, headerRows: 200_001 });
    expect([lines.length, ...lines.slice(-2)]).toEqual([200_002, '| a | b |', '| --- | --- |']);
  });
});
