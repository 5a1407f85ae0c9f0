import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import type { Block, ListItem } from '../../document/parsed-document.js';
import { collectRaw, collectText, isUnseen } from './collect-text.js';
import { readTable } from './read-html-table.js';
import { parseTree, pushChildren } from './walk-tree.js';

/** Elements within a line of text; all others start a block of their own. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big br button cite code data del dfn em font i img ins kbd label mark meter output progress q rb rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Elements deeper than this are read as plain text. */
const DEEPEST = 200;

/** @throws ParseError as `parseTree` does. */
export function parseHtmlTree(html: string): Document {
  return parseTree(html, { decodeEntities: true, lowerCaseTags: true });
}

/** The blocks of a page or a part of one, in order. Nothing is fetched: links, images and frames are only text. */
export function htmlToBlocks(html: string | Document, page?: number): Block[] {
  const tree = typeof html === 'string' ? parseHtmlTree(html) : html;
  const reader = new BlockReader(page);
  reader.readChildren(tree.children, 0);
  reader.endParagraph();
  return reader.blocks;
}

class BlockReader {
  readonly blocks: Block[] = [];
  private line: string[] = [];

  constructor(private readonly page: number | undefined) {}

  readChildren(children: readonly ChildNode[], depth: number): void {
    for (const child of children) {
      if (isText(child)) this.line.push(child.data.replace(/\s+/g, ' '));
      else if (isTag(child) && !isUnseen(child)) this.readElement(child, depth + 1);
    }
  }

  /** Ends the paragraph that inline elements and text have made so far. */
  endParagraph(): void {
    const text = this.line
      .join('')
      .replace(/ *\n */g, '\n')
      .replace(/ {2,}/g, ' ')
      .trim();
    this.line = [];
    if (text !== '') this.add({ kind: 'paragraph', text });
  }

  private add(block: Block): void {
    this.blocks.push(this.page === undefined ? block : { ...block, page: this.page });
  }

  private readElement(element: Element, depth: number): void {
    const { name } = element;
    if (name === 'br') this.line.push('\n');
    else if (name === 'img') this.line.push(element.attribs.alt ?? '');
    else if (depth > DEEPEST) this.line.push(` ${collectText(element)} `);
    else if (INLINE.has(name)) this.readChildren(element.children, depth);
    else this.readBlock(element, depth);
  }

  private readBlock(element: Element, depth: number): void {
    const { name } = element;
    this.endParagraph();
    const table = name === 'table' ? readTable(element) : undefined;
    if (/^h[1-6]$/.test(name)) this.add({ kind: 'heading', level: Number(name[1]), text: collectText(element) });
    else if (name === 'pre')
      this.add({ kind: 'code', text: collectRaw(element).replace(/^\n{1,2}|\n$/g, ''), ...languageOf(element) });
    else if (name === 'ul' || name === 'ol' || name === 'menu') this.readList(element);
    else if (name === 'dl') this.readDefinitions(element);
    else if (table !== undefined) this.add(table);
    else this.readChildren(element.children, depth);
    this.endParagraph();
  }

  private readList(list: Element): void {
    const items: ListItem[] = [];
    collectItems(list, 0, items);
    // A list whose items hold tables or headings is a layout; its parts are read as what they are.
    const parts = findParts(list);
    this.add({ kind: 'list', items });
    for (const part of parts) this.readBlock(part, DEEPEST / 2);
  }

  private readDefinitions(list: Element): void {
    const items: ListItem[] = [];
    const stack: ChildNode[] = [...list.children].reverse();
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (!isTag(node)) continue;
      if (node.name === 'dt') items.push({ text: collectText(node), depth: 0, marker: '-' });
      else if (node.name === 'dd') items.push({ text: collectText(node), depth: 1, marker: '-' });
      else pushChildren(stack, node);
    }
    this.add({ kind: 'list', items });
  }
}

const isList = ({ name }: Element) => name === 'ul' || name === 'ol' || name === 'menu';
const isPart = ({ name }: Element) => name === 'table' || name === 'pre';

/** The items of a list and, deeper, of the lists in it. */
function collectItems(list: Element, depth: number, items: ListItem[]): void {
  let number = Number.parseInt(list.attribs.start ?? '1', 10) || 1;
  for (const child of list.children) {
    if (!isTag(child) || isUnseen(child)) continue;
    if (isList(child)) {
      collectInnerItems(child, depth, items);
      continue;
    }
    const text =
      depth >= DEEPEST ? collectText(child) : collectText(child, (element) => isList(element) || isPart(element));
    if (text !== '') items.push({ text, depth: Math.min(depth, 6), marker: list.name === 'ol' ? `${number}.` : '-' });
    number += 1;
    if (depth < DEEPEST) for (const inner of findLists(child)) collectItems(inner, depth + 1, items);
  }
}

/** Lists that are deeper than the bound are one item. */
function collectInnerItems(list: Element, depth: number, items: ListItem[]): void {
  if (depth < DEEPEST) collectItems(list, depth + 1, items);
  else items.push({ text: collectText(list), depth: 6, marker: '-' });
}

const findLists = (item: Element) => findOutermost(item, isList);
/** Tables and code in the items of a list. */
const findParts = (list: Element) => findOutermost(list, isPart);

/** The elements of a kind in another, but none within those. */
function findOutermost(element: Element, wanted: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  const stack: ChildNode[] = [...element.children].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isTag(node) || isUnseen(node)) continue;
    if (wanted(node)) found.push(node);
    else pushChildren(stack, node);
  }
  return found;
}

/** The language of code, as Markdown and highlighters name it in a class. */
function languageOf(pre: Element): { language?: string } {
  const code = pre.children.find((child) => isTag(child) && child.name === 'code');
  const classes = `${pre.attribs.class ?? ''} ${code && isTag(code) ? (code.attribs.class ?? '') : ''}`;
  const language = /\b(?:language|lang)-([a-z0-9+#-]{1,20})/i.exec(classes)?.[1];
  return language === undefined ? {} : { language };
}
