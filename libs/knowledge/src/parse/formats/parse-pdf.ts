import { extractImages, getDocumentProxy } from 'unpdf';
import type { Block } from '../../document/parsed-document.js';
import { tooManyPages } from '../bound-document.js';
import { ParseError } from '../parse-error.js';
import type { FormatInput, FormatOutput } from './format-input.js';
import { textToBlocks } from './parse-text.js';
import { type PdfLine, type PdfText, toLines } from './pdf-lines.js';
import { normalizeTitle, type OutlineLevels, pdfToBlocks } from './pdf-to-blocks.js';
import { NO_TEXT_WITHOUT_OCR, openTextRecognizer, toPixmap } from './recognize-text.js';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

/** One by one: a call takes no more than some hundred thousand arguments. */
function addAll(blocks: Block[], added: readonly Block[]): void {
  for (const block of added) blocks.push(block);
}

/** The text of all pages. Pages that are only pictures are read by OCR if it is on. Scripts and links are not followed. */
export async function parsePdf({ bytes, bounds, ocr }: FormatInput): Promise<FormatOutput> {
  const pdf = await openPdf(bytes);
  if (pdf.numPages > bounds.pages) throw tooManyPages(pdf.numPages, bounds);
  const { info, language, title, metadata } = await readProperties(pdf);
  const lines: PdfLine[] = [];
  const fields: Block[] = [];
  const withoutText: number[] = [];
  let length = 0;
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const found = toLines(await readTexts(page), number);
    if (info.IsAcroFormPresent === true) addAll(fields, await readFields(page, number));
    if (found.length === 0) withoutText.push(number);
    for (const line of found) {
      lines.push(line);
      length += line.cells.reduce((sum, { text }) => sum + text.length, 0);
    }
    if (length > bounds.textLength) break;
    page.cleanup();
  }
  const scanned = ocr === undefined ? [] : await readScans(pdf, withoutText, ocr);
  if (lines.length === 0 && fields.length === 0 && scanned.length === 0) {
    throw new ParseError(
      'no_text',
      ocr === undefined ? NO_TEXT_WITHOUT_OCR : 'No text was found on the pages of the PDF, also not by OCR.',
    );
  }
  const blocks = [...pdfToBlocks(lines, await readOutline(pdf)), ...fields, ...scanned];
  return {
    title: title ?? blocks.find((block) => block.kind === 'heading')?.text,
    ...(language && { language }),
    pages: pdf.numPages,
    metadata: { ...metadata, ...(withoutText.length > 0 && { pages_without_text: String(withoutText.length) }) },
    blocks: blocks.sort((a, b) => (a.page ?? 0) - (b.page ?? 0)),
  };
}

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  try {
    // The library takes the buffer over, so it gets a copy.
    return await getDocumentProxy(new Uint8Array(bytes));
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new ParseError(
        'encrypted',
        'The PDF is protected by a password. Remove the password, then upload it again.',
      );
    }
    throw error;
  }
}

/** Programs write these where nobody has given a title or an author. */
const PLACEHOLDER =
  /^\(?(untitled|anonymous|unspecified|unknown)\)?$|^(microsoft word|powerpoint) - |\.(docx?|pptx?|xlsx?|pdf|tmp)$/i;

async function readProperties(pdf: Pdf) {
  // Many files have broken metadata and a readable text.
  const { info } = (await pdf.getMetadata().catch(() => ({ info: {} }))) as { info: Record<string, unknown> };
  const text = (name: string) => {
    const value = info[name];
    return typeof value !== 'string' || PLACEHOLDER.test(value) ? '' : value.trim();
  };
  const title = text('Title');
  return {
    info,
    language: text('Language'),
    title: title === '' ? undefined : title,
    metadata: { author: text('Author'), subject: text('Subject'), created: readDate(text('CreationDate')) },
  };
}

/** `D:20250124135915Z` as `2025-01-24T13:59:15`. */
function readDate(date: string): string {
  const parts = /^D:(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2}))?/.exec(date);
  if (parts === null) return '';
  const [, year, month, day, hour, minute, second] = parts;
  return `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}:${second}`}`;
}

async function readTexts(page: Page): Promise<PdfText[]> {
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item)) return [];
    const [, , , scale = 0, x = 0, y = 0] = item.transform as number[];
    return [{ text: item.str, x, y, width: item.width, height: item.height || Math.abs(scale) }];
  });
}

/** Reads the fields of a form that people have filled in, which pages do not draw as text. */
async function readFields(page: Page, number: number): Promise<Block[]> {
  const annotations = (await page.getAnnotations()) as {
    fieldName?: unknown;
    fieldValue?: unknown;
    alternativeText?: unknown;
  }[];
  return annotations.flatMap(({ fieldName, fieldValue, alternativeText }): Block[] => {
    if (typeof fieldValue !== 'string' || fieldValue.trim() === '' || fieldValue === 'Off') return [];
    const name = typeof alternativeText === 'string' && alternativeText !== '' ? alternativeText : fieldName;
    return [{ kind: 'paragraph', text: `${String(name ?? '')}: ${fieldValue}`, page: number }];
  });
}

/** Bookmarks that are looked at, and how deep. */
const MOST_BOOKMARKS = 10_000;

async function readOutline(pdf: Pdf): Promise<OutlineLevels> {
  const levels = new Map<string, number>();
  // A broken outline costs the headings, and not the text.
  const waiting = ((await pdf.getOutline().catch(() => null)) ?? []).map((entry) => ({ entry, level: 1 }));
  for (let at = 0; at < waiting.length && at < MOST_BOOKMARKS; at += 1) {
    const next = waiting[at];
    if (next === undefined) break;
    levels.set(normalizeTitle(next.entry.title), Math.min(next.level, 6));
    for (const entry of next.entry.items) waiting.push({ entry, level: next.level + 1 });
  }
  return levels;
}

/** Reads the pictures of pages that have no text. */
async function readScans(pdf: Pdf, pages: readonly number[], ocr: NonNullable<FormatInput['ocr']>): Promise<Block[]> {
  if (pages.length === 0) return [];
  const recognizer = await openTextRecognizer(ocr);
  const blocks: Block[] = [];
  for (const number of pages) {
    for (const image of await extractImages(pdf, number)) {
      addAll(blocks, textToBlocks(await recognizer.recognize(toPixmap(image)), number));
    }
  }
  return blocks.filter((block) => block.kind !== 'paragraph' || block.text.trim() !== '');
}
