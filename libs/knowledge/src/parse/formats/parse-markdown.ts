import { Marked } from 'marked';
import { decodeText } from '../decode-text.js';
import type { FormatInput, FormatOutput } from './format-input.js';
import { htmlToBlocks } from './html-to-blocks.js';

/** GitHub's Markdown with the HTML in it. The lines between `---` at the start are metadata. */
export function parseMarkdown({ bytes }: FormatInput): FormatOutput {
  const text = decodeText(bytes);
  const matter = /^---\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)(?:\n|$)/.exec(text);
  const metadata = readFrontMatter(matter?.[1] ?? '');
  const blocks = markdownToBlocks(matter === null ? text : text.slice(matter[0].length));
  const first = blocks.find((block) => block.kind === 'heading');
  const title = metadata.title ?? (first?.level === 1 ? first.text : undefined);
  return { ...(title && { title }), ...(metadata.lang && { language: metadata.lang }), metadata, blocks };
}

export function markdownToBlocks(text: string, page?: number) {
  return htmlToBlocks(new Marked({ gfm: true, async: false }).parse(text) as string, page);
}

/** Simple `name: value` lines; lists and nested values are left out. */
function readFrontMatter(lines: string): Record<string, string> {
  const pairs = Array.from(lines.matchAll(/^([A-Za-z][\w-]{0,50}):[ \t]+(\S.*)$/gm));
  return Object.fromEntries(
    pairs.map(([, name = '', value = '']) => [name.toLowerCase(), value.replace(/^(['"])(.*)\1$/, '$2')]),
  );
}
