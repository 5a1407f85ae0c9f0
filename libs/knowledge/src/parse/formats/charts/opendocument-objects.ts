import type { Element } from 'domhandler';
import { Parser } from 'htmlparser2';
import { elementsNamed, readXml } from '../read-xml.js';
import { checkDepth } from '../walk-tree.js';
import { type ChartTable, toBlock } from './chart-table.js';
import { LeftOut } from './left-out.js';
import type { FoundCharts } from './office-charts.js';
import { lettersOf, type PlacedBlock } from './place-blocks.js';
import type { Parts } from './relationships.js';
import { attribute, below, childAt, childrenNamed, textIn } from './xml-elements.js';

const CONTENT = 'content.xml';

/** The text is searched for the places of objects up to this size, and an object is read up to the other one. */
const SEARCHED_BYTES = 64 * 1024 * 1024;
const LARGEST_BYTES = 8 * 1024 * 1024;

const MOST_OBJECTS = 1_000;
/** Cells of all objects: a cell may say that it is repeated. */
const MOST_CELLS = 200_000;

interface Budget {
  cells: number;
  /** It did not suffice for all of what was read last. */
  isCut: boolean;
}

/** The parts that objects are read from, and how large they may be. */
export function wantsForObjects(name: string): boolean | number {
  if (name === CONTENT) return SEARCHED_BYTES;
  return /^[^/]+\/content\.xml$/.test(name) ? LARGEST_BYTES : false;
}

/**
 * The charts and spreadsheets that are embedded in an OpenDocument file (OpenDocument 1.3 part 3, 10.4.6 `draw:object`): on their slides
 * or sheets, or behind the text that they follow.
 */
export function readObjects(parts: Parts): FoundCharts {
  const content = parts.get(CONTENT);
  const pageName = findPageName(content);
  const hasPages = pageName !== undefined;
  const placed: PlacedBlock[] = [];
  const leftOut = new LeftOut();
  const budget: Budget = { cells: MOST_CELLS, isCut: false };
  const places = findPlaces(content, pageName);
  const names = [...parts.keys()].filter((name) => name !== CONTENT);
  for (const [at, name] of names.entries()) {
    const place = places.get(name);
    const tables = at < MOST_OBJECTS ? readObject(parts.get(name), budget) : undefined;
    if (tables === undefined) leftOut.add('embedded objects that are too large, too many, or of another kind');
    if (budget.isCut) leftOut.add('embedded tables that are cut off, for they are too large');
    budget.isCut = false;
    const where = hasPages || place === undefined ? {} : { lettersBefore: place.letters };
    for (const table of tables ?? [])
      placed.push({ block: toBlock(table, hasPages ? place?.page : undefined), ...where });
  }
  return { placed: placed.toSorted((one, other) => placeOf(one) - placeOf(other)), leftOut: leftOut.sentence };
}

/** Objects are in the archive in any order. */
function placeOf({ block, lettersBefore }: PlacedBlock): number {
  return lettersBefore ?? block.page ?? Number.POSITIVE_INFINITY;
}

interface Place {
  /** Slide or sheet, from 1. */
  readonly page: number;
  readonly letters: number;
}

/** The element of a page: a slide or a sheet. Undefined for a text. */
function findPageName(content: Buffer | undefined): string | undefined {
  if (content?.includes('<office:presentation')) return 'draw:page';
  return content?.includes('<office:spreadsheet') ? 'table:table' : undefined;
}

/** Finds the places of a text's objects, by the names of their contents. */
function findPlaces(content: Buffer | undefined, pageName: string | undefined): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  let page = 0;
  let letters = 0;
  let depth = 0;
  let open = 0;
  const parser = new Parser(
    {
      onopentag(name, attribs) {
        checkDepth(++open);
        if (name === pageName && depth++ === 0) page += 1;
        if (name !== 'draw:object') return;
        const folder = (attribs['xlink:href'] ?? '').replace(/^\.\//, '');
        if (!places.has(`${folder}/content.xml`)) places.set(`${folder}/content.xml`, { page, letters });
      },
      onclosetag(name) {
        open -= 1;
        if (name === pageName) depth -= 1;
      },
      ontext(text) {
        letters += lettersOf(text);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(content?.toString('utf8') ?? '');
  return places;
}

/** Undefined for what is neither a chart, a spreadsheet nor a formula. A formula is read with the text. */
function readObject(bytes: Buffer | undefined, budget: Budget): ChartTable[] | undefined {
  if (bytes === undefined || bytes.length === 0) return undefined;
  const xml = readXml(bytes);
  const [body] = elementsNamed(xml, 'body');
  if (body === undefined) return [...elementsNamed(xml, 'math')].length > 0 ? [] : undefined;
  const chart = childAt(body, 'chart', 'chart');
  if (chart !== undefined) {
    const caption = ['title', 'subtitle']
      .map((name) => textIn(childAt(chart, name)))
      .filter(Boolean)
      .join(' – ');
    return childrenNamed(chart, 'table').map((table) => ({ caption, rows: readRows(table, budget) }));
  }
  const sheets = childAt(body, 'spreadsheet');
  if (sheets === undefined) return undefined;
  return childrenNamed(sheets, 'table').map((table) => ({
    caption: attribute(table, 'name'),
    rows: readRows(table, budget),
  }));
}

/** The rows of a table, those in groups and headers too. What a paragraph has in it is text of its cell. */
function readRows(table: Element, budget: Budget): string[][] {
  return below(table, 'table-row', 'p').flatMap((row) => {
    const cells = readCells(row, budget);
    const isEmpty = cells.every((cell) => cell === '');
    return repeat(cells, isEmpty ? 1 : attribute(row, 'number-rows-repeated'), budget, cells.length);
  });
}

/** The cells of a row up to the last that is filled. Programs fill the row up to the sheet's last column, which must not count. */
function readCells(row: Element, budget: Budget): string[] {
  const cells = childrenNamed(row, 'table-cell', 'covered-table-cell').map((cell) => {
    const text = childrenNamed(cell, 'p').map(textIn).join(' ') || attribute(cell, 'value');
    // NaN is how a chart writes that there is no value.
    return { shown: text === 'NaN' ? '' : text, times: attribute(cell, 'number-columns-repeated') };
  });
  const filled = cells.slice(0, cells.findLastIndex(({ shown }) => shown !== '') + 1);
  return filled.flatMap(({ shown, times }) => repeat(shown, times, budget, 1));
}

/** Repeats a value as often as stated, or as the budget allows. */
function repeat<Value>(value: Value, count: string | number, budget: Budget, size: number): Value[] {
  const most = Math.floor(budget.cells / Math.max(size, 1));
  const asked = Math.max(Number(count) || 1, 1);
  const times = Math.min(asked, most);
  if (times < asked) budget.isCut = true;
  budget.cells -= times * size;
  return Array.from({ length: times }, () => value);
}
