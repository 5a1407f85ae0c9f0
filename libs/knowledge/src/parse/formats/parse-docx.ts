import mammoth from 'mammoth';
import { openArchive } from '../open-archive.js';
import { readChartsOfText, wantsForCharts } from './charts/office-charts.js';
import { placeBlocks } from './charts/place-blocks.js';
import type { FormatInput, FormatOutput } from './format-input.js';
import { htmlToBlocks } from './html-to-blocks.js';
import { readDublinCore, readXml } from './read-xml.js';

const PROPERTIES = 'docProps/core.xml';
const MAIN = 'word/document.xml';

/** Styles that mammoth does not map by itself. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='HTML Preformatted'] => pre:separator('\n')",
  "p[style-name='Code'] => pre:separator('\n')",
  "p[style-name='Source Code'] => pre:separator('\n')",
];

/** A Word document: its styles say what is a heading, a list or code, and charts are tables. Macros and linked files are never opened. */
export async function parseDocx({ bytes, bounds }: FormatInput): Promise<FormatOutput> {
  const parts = await openArchive(
    bytes,
    bounds,
    (name) => name === PROPERTIES || name === MAIN || wantsForCharts(name),
  );
  const charts = readChartsOfText(parts, MAIN);
  const { title, language, metadata } = readDublinCore(readXml(parts.get(PROPERTIES)));
  const { value: html } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) },
    {
      styleMap: STYLES,
      // The alternative text stays; the picture itself is no text.
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      externalFileAccess: false,
    },
  );
  return {
    ...(title && { title }),
    ...(language && { language }),
    metadata,
    ...(charts.leftOut && { leftOut: charts.leftOut }),
    blocks: placeBlocks(htmlToBlocks(html), charts.placed),
  };
}
