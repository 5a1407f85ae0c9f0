import type { Block, ParsedDocument } from '../document/parsed-document.js';

export interface Caption {
  readonly text: string;
  /** Seconds from the beginning at which it is said. Undefined if that is not known. */
  readonly offset?: number | undefined;
}

/** A paragraph of a transcript spans about so many seconds, and no more than so many characters. */
const PARAGRAPH_SECONDS = 60;
const PARAGRAPH_CHARACTERS = 2_000;

/** A transcript as a document: paragraphs of about a minute, each with the time at which it begins. */
export function captionsToDocument(captions: readonly Caption[], title: string, language?: string): ParsedDocument {
  const blocks: Block[] = [];
  let words: string[] = [];
  let length = 0;
  let from: number | undefined;
  const finish = (): void => {
    if (words.length === 0) return;
    const time = from === undefined ? '' : `[${formatTime(from)}] `;
    blocks.push({ kind: 'paragraph', text: `${time}${words.join(' ')}` });
    words = [];
    length = 0;
  };
  for (const { offset, text } of captions) {
    const said = text.replaceAll(/\s+/g, ' ').trim();
    if (said === '') continue;
    const isLong = length + said.length > PARAGRAPH_CHARACTERS;
    const isLater = offset !== undefined && from !== undefined && offset - from >= PARAGRAPH_SECONDS;
    if (isLong || isLater) finish();
    if (words.length === 0) from = offset;
    words.push(said);
    length += said.length + 1;
  }
  finish();
  return { mediaType: 'text/vtt', title, ...(language && { language }), metadata: {}, blocks };
}

function formatTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${two(Math.floor(whole / 3_600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
