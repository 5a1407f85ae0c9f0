import type { Document } from 'domhandler';
import { Parser } from 'htmlparser2';
import { elementsNamed, readXml } from '../read-xml.js';
import { checkDepth } from '../walk-tree.js';
import { ChartBudget, ChartTooLarge } from './chart-budget.js';
import { type ChartTable, toBlock } from './chart-table.js';
import { LeftOut } from './left-out.js';
import { lettersOf, type PlacedBlock } from './place-blocks.js';
import { readChart, readChartTitle } from './read-chart.js';
import { readExtendedChart } from './read-extended-chart.js';
import { listRelationships, nameRelationships, type Parts } from './relationships.js';
import { localName } from './xml-elements.js';

/** Larger charts are left out: they are data, and no picture of data. */
const LARGEST_BYTES = 8 * 1024 * 1024;

/** Charts of one document that are read. */
const MOST_CHARTS = 1_000;

/** The parts of a document that its charts are read from, and how large they may be. */
export function wantsForCharts(name: string): boolean | number {
  if (/\.rels$/i.test(name) || /(?:^|\/)(?:presentation|workbook)\.xml$/i.test(name)) return LARGEST_BYTES;
  return /\/chart(?:ex|s)?\/[^/]+\.xml$/i.test(name) ? LARGEST_BYTES : false;
}

export interface FoundCharts {
  readonly placed: readonly PlacedBlock[];
  /** Parts that were not read, in one sentence. */
  readonly leftOut: string | undefined;
}

/** The charts of a presentation or a workbook, each on the page of its slide or sheet. */
export function readChartsOfPages(parts: Parts): FoundCharts {
  const reading = new ChartReading(parts);
  const main = listRelationships(parts, '').find(({ type }) => type === 'officeDocument')?.target ?? '';
  const targets = new Map(listRelationships(parts, main).map(({ id, target }) => [id, target]));
  const tree = readXml(parts.get(main));
  const pages = [...elementsNamed(tree, main.includes('workbook') ? 'sheet' : 'sldId')];
  for (const [at, page] of pages.entries()) {
    for (const chart of reading.chartsOf(targets.get(idOf(page.attribs)) ?? '')) reading.add(chart, at + 1, undefined);
  }
  return reading;
}

/** `id` of a slide is a number; the one with a prefix names the relationship. */
function idOf(attribs: Readonly<Record<string, string>>): string {
  return Object.entries(attribs).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
}

/** The charts of a text, each behind the text that it follows. */
export function readChartsOfText(parts: Parts, main: string): FoundCharts {
  const reading = new ChartReading(parts);
  const targets = new Map(listRelationships(parts, main).map(({ id, target }) => [id, target]));
  let letters = 0;
  // Newer drawings bring an older one along for programs that do not know them.
  let fallbacks = 0;
  let open = 0;
  let isText = false;
  const parser = new Parser(
    {
      onopentag(name, attribs) {
        checkDepth(++open);
        if (name === 'mc:Fallback') fallbacks += 1;
        isText = name === 'w:t';
        if (localName(name) === 'chart') reading.add(targets.get(idOf(attribs)) ?? '', undefined, letters);
      },
      onclosetag(name) {
        open -= 1;
        if (name === 'mc:Fallback') fallbacks -= 1;
        isText = false;
      },
      ontext(text) {
        if (isText && fallbacks === 0) letters += lettersOf(text);
      },
    },
    { xmlMode: true },
  );
  parser.end(parts.get(main)?.toString('utf8') ?? '');
  return reading;
}

class ChartReading implements FoundCharts {
  readonly placed: PlacedBlock[] = [];
  readonly #missing = new LeftOut();
  readonly #seen = new Set<string>();
  /** The pages and drawings whose charts were named, by the part that says them. */
  readonly #listed = new Set<string>();
  readonly #budget = new ChartBudget();

  constructor(private readonly parts: Parts) {}

  get leftOut(): string | undefined {
    return this.#missing.sentence;
  }

  /**
   * The names of the charts that a page refers to, over its drawings too. What was listed before is passed over: its charts are read,
   * and a drawing may lead back to itself as often as its relationships say.
   */
  chartsOf(page: string): string[] {
    const charts: string[] = [];
    const stack = [{ target: page, type: 'drawing' }];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (next.type === 'chart' || next.type === 'chartEx') charts.push(next.target);
      if (next.type !== 'drawing' || this.#listed.has(nameRelationships(next.target))) continue;
      this.#listed.add(nameRelationships(next.target));
      for (const relationship of listRelationships(this.parts, next.target).toReversed()) stack.push(relationship);
    }
    return charts;
  }

  /** A chart that two pages show is read once. */
  add(name: string, page: number | undefined, lettersBefore: number | undefined): void {
    if (this.#seen.has(name)) return;
    this.#seen.add(name);
    const tables = this.#read(name);
    const where = lettersBefore === undefined ? {} : { lettersBefore };
    for (const table of tables) this.placed.push({ block: toBlock(table, page), ...where });
  }

  #read(name: string): readonly ChartTable[] {
    const bytes = this.parts.get(name);
    if (bytes === undefined || bytes.length === 0 || this.#seen.size > MOST_CHARTS)
      return this.#leave('charts that are too large or too many');
    const xml = readXml(bytes);
    const tables = this.#tabulate(xml);
    if (tables === undefined) return this.#leave('charts that are too large or too many');
    if (tables.length > 0) return tables;
    const title = readChartTitle(xml);
    return this.#leave(
      title === '' ? 'charts that store no values' : `the chart “${title.slice(0, 100)}”, which stores no values`,
    );
  }

  /** Undefined for a chart that is too large. */
  #tabulate(xml: Document): readonly ChartTable[] | undefined {
    const [data] = elementsNamed(xml, 'chartData');
    try {
      return data === undefined ? readChart(xml, this.#budget) : readExtendedChart(xml, this.#budget);
    } catch (error) {
      if (error instanceof ChartTooLarge) return undefined;
      throw error;
    }
  }

  #leave(why: string): readonly ChartTable[] {
    this.#missing.add(why);
    return [];
  }
}
