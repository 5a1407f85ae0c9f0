import type { ParsedDocument } from '../../document/parsed-document.js';
import type { DocumentFormat } from '../document-formats.js';
import type { FormatInput, ParseFormat } from './format-input.js';

/** Each parser is loaded when a document needs it: the libraries are large, and some do not get on with each other. */
const PARSERS: Readonly<Record<DocumentFormat, () => Promise<ParseFormat>>> = {
  text: async () => (await import('./parse-text.js')).parseText,
  code: async () => (await import('./parse-text.js')).parseCode,
  markdown: async () => (await import('./parse-markdown.js')).parseMarkdown,
  html: async () => (await import('./parse-html.js')).parseHtml,
  csv: async () => (await import('./parse-csv.js')).parseCsv,
  json: async () => (await import('./parse-json.js')).parseJson,
  notebook: async () => (await import('./parse-notebook.js')).parseNotebook,
  email: async () => (await import('./parse-email.js')).parseEmail,
  rtf: async () => (await import('./parse-office.js')).parseOffice,
  slides: async () => (await import('./parse-office.js')).parseOffice,
  opendocument: async () => (await import('./parse-office.js')).parseOffice,
  pdf: async () => (await import('./parse-pdf.js')).parsePdf,
  docx: async () => (await import('./parse-docx.js')).parseDocx,
  sheet: async () => (await import('./parse-sheet.js')).parseSheet,
  epub: async () => (await import('./parse-epub.js')).parseEpub,
  image: async () => (await import('./parse-image.js')).parseImage,
};

export async function parseFormat(format: DocumentFormat, input: FormatInput): Promise<ParsedDocument> {
  const parse = await PARSERS[format]();
  return { ...(await parse(input)), mediaType: input.mediaType };
}
