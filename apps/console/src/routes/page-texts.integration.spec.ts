import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { allPages } from './all-pages.js';

const ROUTES = fileURLToPath(new URL('.', import.meta.url));

/** Loaded before any page (app/i18n.ts). */
const LOADED_BEFORE = new Set(['common', 'navigation']);

const PAGE_CODE = /path: '([^']+)',[^{}]*?load: \(\) => import\('([^']+)'\),\s*texts: \[([^\]]*)\]/g;
/** Code that a page loads with itself or late: its texts come with the page. */
const IMPORTED = /(?:from |late\(\s*\(\) => import\()'(\.{1,2}\/[^']+)'/g;
const NAMESPACES = /useTranslation\(([^)]*)\)|namespace="([\w-]+)"|namespace: '([\w-]+)'/g;

const pages = readdirSync(ROUTES)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
  .flatMap((name) => [...readFileSync(join(ROUTES, name), 'utf8').matchAll(PAGE_CODE)])
  .map(([, path = '', file = '', texts = '']) => ({
    path,
    file: fileOf(resolve(ROUTES, file)),
    texts: namesIn(texts),
  }));

describe('the texts that are loaded with a page', () => {
  it('are named for every page', () => {
    expect(pages.map(({ path }) => path).sort()).toEqual(allPages.map(({ path }) => path).sort());
  });

  it.each(pages)('are those that its code asks for: $path', ({ file, texts }) => {
    const asked = [...filesOf(file)].flatMap((each) =>
      [...readFileSync(each, 'utf8').matchAll(NAMESPACES)].flatMap(([, list, attribute, member]) =>
        list === undefined ? [attribute ?? member ?? ''] : namesIn(list),
      ),
    );
    expect([...texts].sort()).toEqual([...new Set(asked)].filter((name) => !LOADED_BEFORE.has(name)).sort());
  });
});

function namesIn(list: string): string[] {
  return [...list.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);
}

/** The file and all that are loaded with it. */
function filesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
    filesOf(fileOf(resolve(dirname(file), name)), found);
  }
  return found;
}

function fileOf(imported: string): string {
  const base = imported.replace(/\.js$/, '');
  return existsSync(`${base}.tsx`) ? `${base}.tsx` : `${base}.ts`;
}
