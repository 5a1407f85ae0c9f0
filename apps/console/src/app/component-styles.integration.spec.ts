import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const COMPONENTS = fileURLToPath(new URL('../../node_modules/@mantine/core/', import.meta.url));
const IMPORTED = /import \{([^}]*)\} from '@mantine\/core'/g;
const RELATIVE = /from\s*"(\.[^"]+)"/g;

const styles = readFileSync(new URL('component-styles.css', import.meta.url), 'utf8');
const imported = [...styles.matchAll(/styles\/([\w-]+)\.css/g)].map(([, name = '']) => name);

describe('the styles of components', () => {
  it('are there for every component that the console has', () => {
    const needed = stylesOf(usedComponents());
    expect(needed.size).toBeGreaterThan(40);
    expect([...needed].filter((name) => !imported.includes(name))).toEqual([]);
  });

  it('are each imported once', () => {
    expect(imported).toEqual([...new Set(imported)]);
  });
});

/** Names of what the console imports from Mantine's components; types are among them. */
function usedComponents(): Set<string> {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const lists = files.flatMap((name) => [...readFileSync(join(SOURCES, name), 'utf8').matchAll(IMPORTED)]);
  return new Set(lists.flatMap(([, list = '']) => list.match(/[A-Z]\w+/g) ?? []));
}

/** Names of the style sheets of components and of the components that they are made of. */
function stylesOf(components: ReadonlySet<string>): Set<string> {
  const seen = new Set<string>();
  const waiting = [...components].map((name) => join(COMPONENTS, `esm/components/${name}/${name}.mjs`));
  const names = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !existsSync(file)) continue;
    seen.add(file);
    const name = /\/([\w-]+)\.module\.mjs$/.exec(file)?.[1];
    if (name !== undefined) names.add(name);
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(RELATIVE))
      waiting.push(resolve(dirname(file), path));
  }
  return names;
}
