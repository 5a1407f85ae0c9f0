import { z } from 'zod';
import type { Block } from '../../document/parsed-document.js';
import { decodeText } from '../decode-text.js';
import { ParseError } from '../parse-error.js';
import type { FormatInput, FormatOutput } from './format-input.js';
import { markdownToBlocks } from './parse-markdown.js';

/** Notebooks write texts as one string or as a list of lines. */
const multiline = z
  .union([z.string(), z.array(z.string())])
  .transform((text) => (Array.isArray(text) ? text.join('') : text));

const outputSchema = z.object({
  text: multiline.optional(),
  data: z.object({ 'text/plain': multiline.optional() }).optional(),
});

const cellSchema = z.object({
  cell_type: z.string(),
  source: multiline,
  outputs: z.array(outputSchema).optional(),
});

const notebookSchema = z.object({
  cells: z.array(cellSchema),
  metadata: z
    .object({
      title: z.string().optional(),
      kernelspec: z.object({ language: z.string().optional() }).optional(),
      language_info: z.object({ name: z.string().optional() }).optional(),
    })
    .optional(),
});

/** Outputs may be logs of any length; their beginning says what they are. */
const LONGEST_OUTPUT = 10_000;

/** The cells of a Jupyter notebook: Markdown, code, and the text that the code has printed. */
export function parseNotebook({ bytes }: FormatInput): FormatOutput {
  const { cells, metadata = {} } = readNotebook(decodeText(bytes));
  const language = metadata.kernelspec?.language ?? metadata.language_info?.name;
  const blocks = cells.flatMap((cell) => readCell(cell, language));
  const heading = blocks.find((block) => block.kind === 'heading');
  const title = metadata.title ?? heading?.text;
  return { ...(title && { title }), metadata: {}, blocks };
}

function readNotebook(text: string): z.infer<typeof notebookSchema> {
  try {
    return notebookSchema.parse(JSON.parse(text));
  } catch {
    throw new ParseError(
      'corrupt',
      'The file is not a Jupyter notebook of version 4. Open it in Jupyter and save it again.',
    );
  }
}

function readCell(cell: z.infer<typeof cellSchema>, language: string | undefined): Block[] {
  if (cell.cell_type === 'markdown') return markdownToBlocks(cell.source);
  if (cell.cell_type !== 'code') return [{ kind: 'paragraph', text: cell.source }];
  const outputs = (cell.outputs ?? []).map(({ text, data }) => text ?? data?.['text/plain'] ?? '');
  return [
    { kind: 'code', text: cell.source, language },
    ...outputs.map((text): Block => ({ kind: 'code', text: text.slice(0, LONGEST_OUTPUT) })),
  ];
}
