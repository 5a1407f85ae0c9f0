import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const listModules = (text: string): string[] =>
  [...text.matchAll(/'(?:\.\/)?((?:app\/)?run-\w+)\.js'/g)].map(([, name = '']) => name);
const listLoaded = (app: string): string[] =>
  [...read(`apps/${app}/src/main.ts`).matchAll(/'\.\/([\w/-]+)\.js'/g)].map(([, name = '']) => name);

it.each(['gateway', 'workspace'])(
  'The main module of the %s loads what it has the types of, bundled or not.',
  (app) => {
    const loaded = listLoaded(app);
    expect(loaded).toHaveLength(2);
    expect(new Set(loaded).size).toBe(1);
  },
);

it.each(['gateway', 'workspace'])(
  'What starts the %s is a module of its source, and the one that is bundled.',
  (app) => {
    const [entry = ''] = listLoaded(app);
    expect(existsSync(new URL(`../apps/${app}/src/${entry}.ts`, import.meta.url))).toBe(true);
    expect(listModules(read('scripts/bundle-service.mjs'))).toContain(entry);
  },
);
