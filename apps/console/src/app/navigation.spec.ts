import { expect, it } from '@jest/globals';
import { addressOf, findPage, isWide, pagesOf, sectionsOf } from './navigation.js';

const everything = { can: () => true };
const nothing = { can: () => false };
const pathsOf = (sections: ReturnType<typeof sectionsOf>): string[] => pagesOf(sections).map(({ path }) => path);

it('has every page once for a person who may do everything, and only those of the organization without a workspace', () => {
  const all = pathsOf(sectionsOf(everything, 'w1'));
  expect(new Set(all).size).toBe(all.length);
  const outside = pathsOf(sectionsOf(everything, undefined));
  expect(outside.filter((path) => path.startsWith('/w/'))).toEqual([]);
  expect(all.filter((path) => !path.startsWith('/w/'))).toEqual(outside);
});

it('leaves out pages whose permission is missing, and sections without a page', () => {
  const sections = sectionsOf(nothing, 'w1');
  for (const path of pathsOf(sections)) expect([path, findPage(path)]).toEqual([path, undefined]);
  expect(sections.every(({ entries }) => entries.length > 0)).toBe(true);
});

it('asks for permissions of pages of a workspace in that workspace', () => {
  const asked: [string, string | undefined][] = [];
  sectionsOf({ can: (permission: string, workspaceId?: string) => asked.push([permission, workspaceId]) > 0 }, 'w1');
  const places = new Set(asked.map(([, workspaceId]) => workspaceId));
  expect(places).toEqual(new Set(['w1', undefined]));
});

it('makes a page an entry itself where its upper page is hidden', () => {
  const all = sectionsOf(everything, 'w1').flatMap(({ entries }) => entries);
  const [pair] = all.flatMap(({ below, path: upper }) =>
    below.filter(({ path }) => findPage(path) !== findPage(upper)).map(({ path }) => ({ upper, path })),
  );
  const hidden = findPage(pair?.upper ?? '');
  const entries = sectionsOf({ can: (permission) => permission !== hidden }, 'w1').flatMap(
    (section) => section.entries,
  );
  expect(entries.map(({ path }) => path)).toContain(pair?.path);
});

it('writes the address of a page in a workspace, and knows no page of another path', () => {
  expect(addressOf('/w/$workspace/keys', 'w1')).toBe('/w/w1/keys');
  expect([findPage('/nowhere'), isWide('/nowhere')]).toEqual([undefined, false]);
});
