import { posix } from 'node:path';
import type { Document } from 'domhandler';
import type { Block } from '../../document/parsed-document.js';
import { tooManyPages } from '../bound-document.js';
import { decodeHtml } from '../decode-text.js';
import { openArchive } from '../open-archive.js';
import { ParseError } from '../parse-error.js';
import type { FormatInput, FormatOutput } from './format-input.js';
import { htmlToBlocks } from './html-to-blocks.js';
import { elementsNamed, readDublinCore, readXml } from './read-xml.js';

const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';
const WANTED = /^META-INF\/|\.(opf|xhtml|html|htm|xml)$/i;

/** A book: its chapters in reading order, numbered as pages. */
export async function parseEpub({ bytes, bounds }: FormatInput): Promise<FormatOutput> {
  const parts = await openArchive(bytes, bounds, (name) => WANTED.test(name));
  if (/\.(xhtml|html|htm)["']/i.test(parts.get(ENCRYPTION)?.toString() ?? '')) {
    throw new ParseError('encrypted', 'The book is protected against copying (DRM). Upload a copy without protection.');
  }
  const path = attributesOf(readXml(parts.get(CONTAINER)), 'rootfile')[0]?.['full-path'] ?? '';
  const opf = parts.get(path);
  if (opf === undefined)
    throw new ParseError('corrupt', 'The book has no table of its files. Upload the original file again.');
  const tree = readXml(opf);
  const chapters = readSpine(tree).map((href) => posix.join(posix.dirname(path), href));
  if (chapters.length > bounds.pages) throw tooManyPages(chapters.length, bounds);
  const { title, language, metadata } = readDublinCore(tree);
  const front: Block[] = [
    { kind: 'heading', level: 1, text: title, page: 1 },
    { kind: 'paragraph', text: metadata.author ? `Authors: ${metadata.author}` : '', page: 1 },
    { kind: 'paragraph', text: metadata.description ?? '', page: 1 },
  ];
  const texts = chapters.flatMap((chapter, at) => {
    const content = parts.get(chapter);
    return content === undefined ? [] : htmlToBlocks(decodeHtml(content), at + 1);
  });
  return { title, language, pages: chapters.length, metadata, blocks: [...front, ...texts] };
}

/** The addresses of the chapters in reading order, without the part behind `#`. */
function readSpine(tree: Document): string[] {
  const items = attributesOf(tree, 'item').map(({ id = '', href = '' }): [string, string] => [id, href]);
  const hrefs = new Map(items);
  return attributesOf(tree, 'itemref').flatMap(({ idref = '', linear }) => {
    const href = hrefs.get(idref);
    return href === undefined || linear === 'no' ? [] : [decodeURIComponent(href.replace(/#.*$/, ''))];
  });
}

const attributesOf = (tree: Document, name: string): { [attribute: string]: string | undefined }[] =>
  Array.from(elementsNamed(tree, name), ({ attribs }) => attribs);
