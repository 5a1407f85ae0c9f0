import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { anchorOf } from '../features/guide/guide-links.js';
import { allPages } from '../routes/all-pages.js';

const DOCS = fileURLToPath(new URL('../../../../docs/', import.meta.url));

const guides = allPages.flatMap(({ guide, path }) => (guide === undefined ? [] : [[path, guide] as const]));

describe('the guides of pages', () => {
  it('are there for every page of people who are signed in', () => {
    const without = allPages.filter(({ guide, layout }) => guide === undefined && layout !== 'bare');
    expect(without.map(({ path }) => path)).toEqual(['/guide/$page', '/guide/contract/$page']);
    expect(guides.length).toBeGreaterThan(50);
  });

  it.each(guides)('exist: %s has docs/%s', (_path, guide) => {
    const [name, anchor] = guide.split('#');
    const file = `${DOCS}${name}.md`;
    expect(existsSync(file)).toBe(true);
    const headings = [...readFileSync(file, 'utf8').matchAll(/^#{1,4} (.+)$/gm)].map(([, title = '']) =>
      anchorOf(title),
    );
    if (anchor !== undefined) expect(headings).toContain(anchor);
  });
});
