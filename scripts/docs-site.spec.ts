import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const DOCS = fileURLToPath(new URL('../docs', import.meta.url));
const sidebar = readFileSync(`${DOCS}/.vitepress/sidebar.mts`, 'utf8');

/** The pages that it names, by the keys of its groups. */
const named = Array.from(sidebar.matchAll(/^ {4,}'?([\w/-]+)'?: '/gm), ([, page]) => page ?? '');

describe('the site of the documentation', () => {
  it('names each page once, and folders by their overviews', () => {
    const pages = readdirSync(DOCS).flatMap((file) => (file.endsWith('.md') ? [file.slice(0, -3)] : []));
    const overviews = ['contract/README', 'decisions/README', 'recipes/README'];
    expect([...named].sort()).toEqual([...pages.filter((page) => page !== 'index'), ...overviews].sort());
    for (const page of overviews) expect(readFileSync(`${DOCS}/${page}.md`, 'utf8')).toMatch(/^# /m);
  });

  it('has a title on each page', () => {
    for (const page of named) expect(readFileSync(`${DOCS}/${page}.md`, 'utf8')).toMatch(/^# \S/m);
  });
});
