import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { anchorOf } from '../features/guide/guide-links.js';
import { allPages } from '../routes/all-pages.js';
import { GUIDES, WITHOUT_GUIDE } from '../ui/guides.js';

const DOCS = fileURLToPath(new URL('../../../../docs/', import.meta.url));

describe('the guides of pages', () => {
  it('are named for every page of people who are signed in, and for no other', () => {
    const paths = allPages.map(({ path }) => path).filter((path) => !WITHOUT_GUIDE.has(path));
    expect(Object.keys(GUIDES).sort()).toEqual(paths.sort());
  });

  it.each(Object.entries(GUIDES))('exist: %s has docs/%s', (_path, guide) => {
    const [name, anchor] = guide.split('#');
    const file = `${DOCS}${name}.md`;
    expect(existsSync(file)).toBe(true);
    const headings = [...readFileSync(file, 'utf8').matchAll(/^#{1,4} (.+)$/gm)].map(([, title = '']) =>
      anchorOf(title),
    );
    if (anchor !== undefined) expect(headings).toContain(anchor);
  });
});
