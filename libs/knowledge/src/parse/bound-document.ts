import type { Block, ParsedDocument } from '../document/parsed-document.js';
import { tidy } from './decode-text.js';
import { ParseError } from './parse-error.js';
import type { ParseBounds } from './parse-outcome.js';

/** A document of which metadata takes more than this is stored with the beginning of each value. */
const LONGEST_VALUE = 1_000;

/** Headings are repeated with each chunk below them, so they are no longer than this. */
const LONGEST_HEADING = 300;

/** Rows of wider tables stay as long as they are: one long row would make all rows as long. */
const WIDEST_PADDED = 100;

/**
 * Bounds every parser's document: clean texts, no empty blocks, and no more text, pages and rows than the limits.
 * @throws ParseError where there is too much, or no text at all
 */
export function boundDocument(document: ParsedDocument, bounds: ParseBounds): ParsedDocument {
  const blocks = document.blocks.flatMap(cleanBlock);
  let length = 0;
  let rows = 0;
  for (const block of blocks) {
    length += lengthOf(block);
    if (block.kind === 'table') rows += block.rows.length;
  }
  if (length === 0) throw new ParseError('no_text', 'No text was found in the document.');
  if (length > bounds.textLength) {
    throw new ParseError(
      'too_much_text',
      `The document has more than ${bounds.textLength} characters of text. Split it into smaller documents.`,
    );
  }
  if (rows > bounds.rows) throw tooManyRows(bounds);
  if ((document.pages ?? 0) > bounds.pages) throw tooManyPages(document.pages ?? 0, bounds);
  const title = document.title === undefined ? '' : oneLine(document.title).slice(0, LONGEST_HEADING);
  return {
    mediaType: document.mediaType,
    ...(title !== '' && { title }),
    ...(document.language && { language: document.language }),
    ...(document.pages !== undefined && { pages: document.pages }),
    metadata: cleanMetadata(document.metadata),
    blocks,
    ...(document.leftOut && { leftOut: oneLine(document.leftOut).slice(0, LONGEST_VALUE) }),
  };
}

export const tooManyRows = ({ rows }: ParseBounds) =>
  new ParseError('too_much_text', `The document has more than ${rows} rows. Split it into smaller documents.`);

export const tooManyPages = (found: number, { pages }: ParseBounds) =>
  new ParseError(
    'too_many_pages',
    `The document has ${found} pages; the limit is ${pages}. Split it into smaller documents.`,
  );

const oneLine = (text: string) => tidy(text).replace(/\s+/g, ' ').trim();

function cleanMetadata(metadata: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(metadata).map(([name, value]): [string, string] => [
    name,
    oneLine(value).slice(0, LONGEST_VALUE),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

function cleanBlock(block: Block): Block[] {
  switch (block.kind) {
    case 'heading': {
      const text = oneLine(block.text);
      // Text that is too long for a heading only looks like one.
      if (text.length > LONGEST_HEADING) return [{ kind: 'paragraph', text, page: block.page }];
      return text === '' ? [] : [{ ...block, level: Math.min(Math.max(block.level, 1), 6), text }];
    }
    case 'paragraph': {
      const text = tidy(block.text).trim();
      return text === '' ? [] : [{ ...block, text }];
    }
    case 'code': {
      const text = tidy(block.text).replace(/^(?:[^\S\n]*\n)+|\s+$/g, '');
      return text === '' ? [] : [{ ...block, text }];
    }
    case 'list': {
      const items = block.items
        .map((item) => ({ ...item, text: oneLine(item.text) }))
        .filter(({ text }) => text !== '');
      return items.length === 0 ? [] : [{ ...block, items }];
    }
    case 'table':
      return cleanTable(block);
  }
}

/** A table without its empty rows and columns at the end. */
function cleanTable(block: Block & { kind: 'table' }): Block[] {
  const cleaned = block.rows.map((row) => row.map(oneLine));
  const filled = cleaned.map((row) => row.some((cell) => cell !== ''));
  const width = cleaned.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell !== '') + 1), 0);
  const rows = cleaned
    .filter((_, at) => filled[at])
    .map((row) => (width > WIDEST_PADDED ? row : Array.from({ length: width }, (_, at) => row[at] ?? '')));
  const headerRows = filled.slice(0, block.headerRows).filter(Boolean).length;
  const caption = block.caption === undefined ? {} : { caption: oneLine(block.caption) };
  return rows.length === 0 ? [] : [{ ...block, ...caption, rows, headerRows }];
}

function lengthOf(block: Block): number {
  if (block.kind === 'list') return block.items.reduce((sum, { text }) => sum + text.length, 0);
  if (block.kind === 'table')
    return block.rows.reduce((sum, row) => sum + row.reduce((cells, cell) => cells + cell.length + 3, 0), 0);
  return block.text.length;
}
