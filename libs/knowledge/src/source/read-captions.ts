import type { Caption } from './captions-to-document.js';

const TIMING = /^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s+-->/;
const MOST_CAPTIONS = 50_000;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
};

/**
 * Reads the texts of a file of captions (WebVTT, SubRip), without its styles, notes and positions. None for any other
 * text.
 */
export function readCaptions(text: string): Caption[] {
  const captions: Caption[] = [];
  let offset: number | undefined;
  let words: string[] = [];
  const finish = (): void => {
    const said = toPlainText(words.join(' '));
    // Captions that scroll repeat the line before.
    if (offset !== undefined && said !== '' && said !== captions.at(-1)?.text) captions.push({ text: said, offset });
    offset = undefined;
    words = [];
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const timing = TIMING.exec(line);
    if (timing !== null) {
      finish();
      const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = timing;
      offset = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`);
    } else if (line.trim() === '') finish();
    else if (offset !== undefined) words.push(line.trim());
    if (captions.length >= MOST_CAPTIONS) break;
  }
  finish();
  return captions;
}

const toPlainText = (text: string): string =>
  text
    .replaceAll(/<[^<>]{0,200}>/g, '')
    .replaceAll(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => ENTITIES[entity] ?? entity)
    .trim();
