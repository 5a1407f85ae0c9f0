import { describe, expect, it } from '@jest/globals';
import { detectLanguage } from './detect-language.js';
import { countWords, toLexicalText } from './lexical-text.js';

describe('toLexicalText', () => {
  it.each([
    ['plain words stay', 'plain words stay'],
    ['東京都', ' 東京 京都 '],
    ['水', ' 水 '],
    ['see 東京 map', 'see  東京  map'],
    ['カレー', ' カレ レー '],
    ['ＡＢＣ', 'ABC'],
    ['a\0b\ud800c', 'a b c'],
  ])('writes %j as %j', (text, lexical) => {
    expect(toLexicalText(text)).toBe(lexical);
  });

  it('reads no more than 50,000 characters', () => {
    expect(toLexicalText('x'.repeat(60_000)).length).toBe(50_000);
  });
});

describe('countWords', () => {
  it.each([
    ['', 0],
    ['one, two: 3!', 3],
    ['東京 京都', 2],
  ])('counts the words of %j', (text, count) => {
    expect(countWords(text)).toBe(count);
  });
});

describe('detectLanguage', () => {
  it.each([
    ['The gateway reloads its configuration when the file changes on disk.', 'en'],
    ['Das Gateway liest seine Konfiguration neu ein, wenn sich die Datei ändert.', 'de'],
    ['La passerelle relit sa configuration lorsque le fichier change sur le disque.', 'fr'],
    ['東京都の天気は晴れです。明日は雨が降るでしょう。傘を持って行ってください。今日はとても暑いです。', 'ja'],
    ['short', undefined],
    ['0123 4567 8901 2345 6789 0123 4567 8901 2345 6789', undefined],
  ])('tells the language of %j', async (text, language) => {
    expect(await detectLanguage(text)).toBe(language);
  });
});
