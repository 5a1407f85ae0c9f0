import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const LOCALES = fileURLToPath(new URL('.', import.meta.url));
const SOURCE = join(LOCALES, '..');

type Texts = { readonly [key: string]: string | Texts };

function readTexts(language: string, namespace: string): ReadonlyMap<string, string> {
  const texts = JSON.parse(readFileSync(join(LOCALES, language, namespace), 'utf8')) as Texts;
  return new Map(flatten(texts, ''));
}

function flatten(texts: Texts, prefix: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );
}

/** Languages count differently: what i18next appends to a key says for which numbers its text is. */
const withoutPlural = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');

const keysOf = (texts: ReadonlyMap<string, string>): string[] =>
  [...new Set([...texts.keys()].map(withoutPlural))].sort();

const placeholdersOf = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();

const namespaces = readdirSync(join(LOCALES, 'en')).filter((name) => name.endsWith('.json'));

describe('the texts of the console', () => {
  it('are in the same catalogues in each language', () => {
    expect(readdirSync(join(LOCALES, 'zh-CN')).sort()).toEqual([...namespaces].sort());
  });

  it.each(namespaces)('have the same keys and placeholders in each language: %s', (namespace) => {
    const [english, chinese] = [readTexts('en', namespace), readTexts('zh-CN', namespace)];
    expect(keysOf(chinese)).toEqual(keysOf(english));
    for (const [key, text] of chinese) {
      const original =
        english.get(key) ?? english.get(`${withoutPlural(key)}_other`) ?? english.get(withoutPlural(key));
      expect([key, placeholdersOf(text)]).toEqual([key, placeholdersOf(original ?? '')]);
    }
    for (const [key, text] of [...english, ...chinese]) expect([key, text.trim()]).not.toEqual([key, '']);
  });

  it('are nowhere else: no words stand in the code of a page', () => {
    const found = listFiles(SOURCE)
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) =>
        findWords(readFileSync(file, 'utf8')).map((words) => `${file.slice(SOURCE.length)}: ${words}`),
      );
    expect(found).toEqual([]);
  });
});

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? listFiles(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

/** Names of keys and things that are the same in every language. */
const NAMES = new Set(['Multilane', 'Ctrl K', 'X-Team: research']);

const ELEMENT_TEXT = />\s*([^<>{}]*[A-Za-z]{2}[^<>{}]*?)\s*<\//g;
const ATTRIBUTE = /\s(?:label|title|description|aria-label|alt)="([^"]*[A-Za-z]{2}[^"]*)"/g;
/** One word is an example of a value. */
const PLACEHOLDER = /\splaceholder="([^"]*[A-Za-z]{2}[^"]* [^"]*)"/g;

/** Texts of elements, and of attributes that people read. */
function findWords(code: string): string[] {
  return [...code.matchAll(ELEMENT_TEXT), ...code.matchAll(ATTRIBUTE), ...code.matchAll(PLACEHOLDER)]
    .map(([, words = '']) => words.trim())
    .filter((words) => !NAMES.has(words) && !/[=;()]/.test(words) && !/^[a-z]+_[\w…]+$/.test(words));
}
