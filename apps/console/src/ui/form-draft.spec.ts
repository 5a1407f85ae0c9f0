import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { forgetDraft, forgetDrafts, keepDraftsOf, readDraft, writeDraft } from './form-draft.js';

/** Storage of a tab as browsers have it: its keys are properties of its own. */
function makeStorage(isFull = false): Storage {
  const storage = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new Error('the storage is full');
      storage[key] = value;
    },
    removeItem: (key: string) => delete storage[key],
  });
  return storage;
}

beforeEach(() => {
  globalThis.sessionStorage = makeStorage();
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage');
});

it('gives back what was typed, with the version that it is about', () => {
  writeDraft('key:new', { name: 'a' }, '"3"');
  writeDraft('key:1', { name: 'b' });
  expect(readDraft('key:new')).toEqual({ values: { name: 'a' }, version: '"3"' });
  expect(readDraft('key:1')).toEqual({ values: { name: 'b' }, version: undefined });
  forgetDraft('key:new');
  expect(readDraft('key:new')).toBeUndefined();
});

it.each(['{', '[]', 'null', '{"values":1}', '{}'])('is no draft where something else wrote %s', (text) => {
  sessionStorage.setItem('draft:key:new', text);
  expect(readDraft('key:new')).toBeUndefined();
});

it('forgets the drafts of another person, and nothing that is no draft', () => {
  keepDraftsOf('ada');
  writeDraft('key:new', { name: 'a' });
  keepDraftsOf('ada');
  expect(readDraft('key:new')).toBeDefined();
  sessionStorage.setItem('theme', 'dark');
  keepDraftsOf('grace');
  expect(readDraft('key:new')).toBeUndefined();
  expect(sessionStorage.getItem('theme')).toBe('dark');
  writeDraft('key:new', { name: 'b' });
  forgetDrafts();
  expect(readDraft('key:new')).toBeUndefined();
});

it.each([
  ['full', () => makeStorage(true)],
  ['off', () => undefined as unknown as Storage],
])('leaves the form usable where storage is %s', (_, make) => {
  globalThis.sessionStorage = make();
  writeDraft('key:new', { name: 'a' });
  keepDraftsOf('ada');
  forgetDrafts();
  forgetDraft('key:new');
  expect(readDraft('key:new')).toBeUndefined();
});
