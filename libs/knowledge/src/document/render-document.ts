import type { Block, ParsedDocument, TableBlock } from './parsed-document.js';

/** A block and where it is in the document's text. */
export interface RenderedBlock {
  readonly block: Block;
  readonly start: number;
  readonly end: number;
}

export interface RenderedDocument {
  /** The whole document as Markdown. Offsets of chunks count in this text. */
  readonly text: string;
  readonly blocks: readonly RenderedBlock[];
}

/** Writes a document as Markdown, in which tables stay tables. The same document always gives the same text. */
export function renderDocument(document: ParsedDocument): RenderedDocument {
  const parts: string[] = [];
  const blocks: RenderedBlock[] = [];
  let length = 0;
  for (const block of document.blocks) {
    const text = renderBlock(block);
    if (text === '') continue;
    if (parts.length > 0) {
      parts.push('\n\n');
      length += 2;
    }
    parts.push(text);
    blocks.push({ block, start: length, end: length + text.length });
    length += text.length;
  }
  return { text: parts.join(''), blocks };
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${block.text}`;
    case 'paragraph':
      return block.text;
    case 'list':
      return block.items.map((item) => `${'  '.repeat(item.depth)}${item.marker} ${item.text}`).join('\n');
    case 'code':
      return `\`\`\`${block.language ?? ''}\n${block.text}\n\`\`\``;
    case 'table':
      return [
        ...(block.caption === undefined ? [] : [block.caption.replace(/\s*\n\s*/g, ' '), '']),
        ...renderTableHeader(block),
        ...block.rows.slice(block.headerRows).map(renderRow),
      ].join('\n');
  }
}

/** The header rows and the line beneath them. Several header rows become several lines above it. */
export function renderTableHeader(table: TableBlock): string[] {
  if (table.headerRows === 0) return [];
  const header = table.rows.slice(0, table.headerRows).map(renderRow);
  // A document may have more header rows than a call takes arguments.
  const columns = table.rows.slice(0, table.headerRows).reduce((most, row) => Math.max(most, row.length), 0);
  return [...header, `|${' --- |'.repeat(columns)}`];
}

function renderRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')).join(' | ')} |`;
}
