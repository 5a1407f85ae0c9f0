import { describe, expect, test } from '@jest/globals';
import { nameLanguage, readLanguageCode } from './languages.js';

describe('nameLanguage', () => {
  test.each([
    ['en', 'english'],
    ['eng', 'english'],
    ['en_us', 'english'],
    ['en-GB', 'english'],
    ['spa', 'spanish'],
    ['cmn', 'chinese'],
    ['jw', 'javanese'],
    ['tl', 'tagalog'],
    ['my', 'myanmar'],
    ['nb', 'norwegian'],
    ['bn', 'bengali'],
    ['mi', 'maori'],
    ['lb', 'luxembourgish'],
    ['English', 'english'],
    ['qq', 'qq'],
    ['', ''],
    ['../../etc', '../../etc'],
    ['x'.repeat(10_000), 'x'.repeat(10_000)],
  ])('names %j %j', (language, name) => {
    expect(nameLanguage(language)).toBe(name);
  });
});

describe('readLanguageCode', () => {
  test.each([
    ['eng', 'en'],
    ['deu', 'de'],
    ['pt-BR', 'pt'],
    ['en_us', 'en'],
    ['und', undefined],
    ['english', undefined],
    ['auto detected', undefined],
  ])('reads %j as %j', (tag, code) => {
    expect(readLanguageCode(tag)).toBe(code);
  });
});
