import { describe, expect, it } from 'vitest';
import { replaceTable } from './save-table.js';

const PAGE = `# Page

<!-- The table is written by \`pnpm first --save\`. -->

| old |

<!-- End of the table. -->

Between.

<!-- The table is written by \`pnpm second --save\`. -->
<!-- End of the table. -->

After.
`;

describe('replaceTable', () => {
  it('replaces the table of the named command and nothing else', () => {
    const page = replaceTable(PAGE, 'pnpm first --save', '| new |\n');
    expect(page).toBe(PAGE.replace('| old |', '| new |'));
  });

  it('fills an empty place, and gives the same page when it is saved again', () => {
    const page = replaceTable(PAGE, 'pnpm second --save', '| new |\n');
    expect(page).toContain('Between.\n\n<!-- The table is written by `pnpm second --save`. -->\n\n| new |\n\n<!-- End');
    expect(page).toContain('| old |');
    expect(replaceTable(page, 'pnpm second --save', '| new |\n')).toBe(page);
  });

  it('refuses a page without a place for the table', () => {
    expect(() => replaceTable(PAGE, 'pnpm third --save', '')).toThrow('no place for the table of pnpm third --save');
    const unended = '<!-- The table is written by `pnpm first --save`. -->\n';
    expect(() => replaceTable(unended, 'pnpm first --save', '')).toThrow('no place');
  });
});
