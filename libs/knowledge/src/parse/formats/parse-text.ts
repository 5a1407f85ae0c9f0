import type { Block } from '../../document/parsed-document.js';
import { decodeText } from '../decode-text.js';
import type { FormatInput, FormatOutput } from './format-input.js';

/** Paragraphs are what empty lines separate. */
export function parseText({ bytes }: FormatInput): FormatOutput {
  return { metadata: {}, blocks: textToBlocks(decodeText(bytes)) };
}

export function textToBlocks(text: string, page?: number): Block[] {
  return text
    .split(/\n[^\S\n]*\n\s*|\f/)
    .map((paragraph): Block => ({ kind: 'paragraph', text: paragraph, ...(page !== undefined && { page }) }));
}

/** One block of code, which is cut at lines. */
export function parseCode({ bytes, facts }: FormatInput): FormatOutput {
  const language = /\.([a-z0-9]+)$/i.exec(facts.name)?.[1]?.toLowerCase();
  return { metadata: {}, blocks: [{ kind: 'code', text: decodeText(bytes), language }] };
}
