import type { Block } from '../../document/parsed-document.js';
import { decodeText } from '../decode-text.js';
import { ParseError } from '../parse-error.js';
import type { FormatInput, FormatOutput } from './format-input.js';

/** Wider tables are easier to read as JSON. */
const MOST_COLUMNS = 50;

/** Lists of flat objects become tables; everything else stays JSON, with a line for each value. */
export function parseJson({ bytes, mediaType }: FormatInput): FormatOutput {
  const text = decodeText(bytes).trim();
  if (text === '') return { metadata: {}, blocks: [] };
  const value = mediaType === 'application/jsonl' ? readLines(text) : readJson(text, 'The file is');
  return { metadata: {}, blocks: toBlocks(value, text) };
}

function readLines(text: string): unknown[] {
  const lines = text.split('\n').map((line, at) => ({ line: line.trim(), at: at + 1 }));
  return lines.filter(({ line }) => line !== '').map(({ line, at }) => readJson(line, `Line ${at} is`));
}

function readJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ParseError('corrupt', `${what} not valid JSON. Correct it, or upload it as a .txt file.`);
  }
}

function toBlocks(value: unknown, text: string): Block[] {
  if (Array.isArray(value)) {
    const columns = columnsOf(value);
    if (columns !== undefined) {
      const rows = value.map((row: Record<string, unknown>) => columns.map((name) => show(row[name])));
      return [{ kind: 'table', rows: [columns, ...rows], headerRows: 1 }];
    }
  }
  return [{ kind: 'code', language: 'json', text: indent(value, text) }];
}

/** JSON that is nested too deeply to be written again stays as it came. */
function indent(value: unknown, text: string): string {
  try {
    return JSON.stringify(value, null, 1);
  } catch {
    return text;
  }
}

/** The names of all members if every entry is an object of plain values. */
function columnsOf(entries: readonly unknown[]): string[] | undefined {
  const names = new Set<string>();
  for (const entry of entries) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
    for (const [name, value] of Object.entries(entry)) {
      if (typeof value === 'object' && value !== null) return undefined;
      names.add(name);
      if (names.size > MOST_COLUMNS) return undefined;
    }
  }
  return names.size === 0 ? undefined : [...names];
}

const show = (value: unknown) => (value === null || value === undefined ? '' : String(value));
