import { type OfficeContentNode, OfficeErrorType, parseOffice as readOffice } from 'officeparser';
import type { Block, ListItem } from '../../document/parsed-document.js';
import { openArchive } from '../open-archive.js';
import { ParseError } from '../parse-error.js';
import type { ParseBounds } from '../parse-outcome.js';
import { type FoundCharts, readChartsOfPages, wantsForCharts } from './charts/office-charts.js';
import { readObjects, wantsForObjects } from './charts/opendocument-objects.js';
import { placeBlocks } from './charts/place-blocks.js';
import type { FormatInput, FormatOutput } from './format-input.js';
import { guessHeaderRows } from './guess-header-rows.js';

/** Presentations, OpenDocument texts and RTF, with charts as tables. Pictures are not read, links and embedded files not opened. */
export async function parseOffice({ bytes, bounds }: FormatInput): Promise<FormatOutput> {
  const found = bytes[0] === 0x50 && bytes[1] === 0x4b ? await readApart(bytes, bounds) : undefined;
  const { content, metadata } = await readOffice(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
    ocr: false,
    extractAttachments: false,
    decompressionLimits: { maxUncompressedBytes: bounds.unpackedBytes, maxZipEntries: bounds.entries },
  }).catch((error: { code?: string }) => {
    if (error.code === OfficeErrorType.PASSWORD_REQUIRED) {
      throw new ParseError(
        'encrypted',
        'The document is protected by a password. Remove the password, then upload it again.',
      );
    }
    throw error;
  });
  const blocks: Block[] = [];
  for (const node of content) readNode(node, undefined, blocks, 0);
  const pages = Math.max(0, ...blocks.map(({ page = 0 }) => page));
  const { title, author = '', subject = '', description = '', created } = metadata;
  return {
    ...(title && { title }),
    ...(pages > 0 && { pages }),
    metadata: { author, subject, description, created: created instanceof Date ? created.toISOString() : '' },
    ...(found?.leftOut && { leftOut: found.leftOut }),
    blocks: placeBlocks(blocks, found?.placed ?? []),
  };
}

/** Charts and embedded objects, which the library reads as pictures. */
async function readApart(bytes: Uint8Array, bounds: ParseBounds): Promise<FoundCharts> {
  const parts = await openArchive(bytes, bounds, (name) => wantsForObjects(name) || wantsForCharts(name));
  return parts.has('content.xml') ? readObjects(parts) : readChartsOfPages(parts);
}

/** Shapes in groups in groups: deeper ones are left out by no program that people use. */
const DEEPEST = 100;

function readNode(node: OfficeContentNode, page: number | undefined, blocks: Block[], depth: number): void {
  if (depth > DEEPEST) return;
  const onPage = page === undefined ? {} : { page };
  switch (node.type) {
    case 'slide': {
      const { slideNumber } = node.metadata as { slideNumber: number };
      readChildren(node, slideNumber, blocks, depth);
      return;
    }
    case 'heading':
      blocks.push({
        kind: 'heading',
        level: (node.metadata as { level: number }).level,
        text: textOf(node),
        ...onPage,
      });
      return;
    case 'list':
      addItem(node, onPage, blocks);
      return;
    case 'table':
      addTable(node, onPage, blocks);
      return;
    case 'code':
      blocks.push({ kind: 'code', text: textOf(node), ...onPage });
      return;
    case 'chart':
      // Read apart.
      return;
    case 'paragraph':
    case 'text':
      blocks.push({ kind: 'paragraph', text: textOf(node), ...onPage });
      return;
    default:
      // Notes, pages, drawings and whatever else holds text.
      if (node.children?.length) readChildren(node, page, blocks, depth);
      else blocks.push({ kind: 'paragraph', text: textOf(node), ...onPage });
  }
}

function readChildren(node: OfficeContentNode, page: number | undefined, blocks: Block[], depth: number): void {
  for (const child of [...(node.children ?? []), ...(node.notes ?? [])]) readNode(child, page, blocks, depth + 1);
}

/** Items come one by one; those that follow one another are one list. */
function addItem(node: OfficeContentNode, onPage: { page?: number }, blocks: Block[]): void {
  const {
    listType,
    indentation = 0,
    itemIndex = 0,
  } = node.metadata as { listType: string; indentation?: number; itemIndex?: number };
  const item: ListItem = {
    text: textOf(node),
    depth: Math.min(Math.max(indentation, 0), 6),
    marker: listType === 'ordered' ? `${itemIndex + 1}.` : '-',
  };
  const last = blocks.at(-1);
  if (last?.kind === 'list' && last.page === onPage.page)
    blocks[blocks.length - 1] = { ...last, items: [...last.items, item] };
  else blocks.push({ kind: 'list', items: [item], ...onPage });
}

function addTable(node: OfficeContentNode, onPage: { page?: number }, blocks: Block[]): void {
  const rows = (node.children ?? []).map((row) => (row.children ?? []).map(textOf));
  blocks.push({ kind: 'table', rows, headerRows: guessHeaderRows(rows), ...onPage });
}

/** The text of a node; of its parts where it has none of its own. */
function textOf(node: OfficeContentNode): string {
  if (node.text) return node.text;
  return (node.children ?? []).map(textOf).join(node.type === 'cell' ? ' ' : '');
}
