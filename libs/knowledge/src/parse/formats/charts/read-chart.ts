import type { Document, Element } from 'domhandler';
import { elementsNamed } from '../read-xml.js';
import { ChartBudget } from './chart-budget.js';
import { type ChartSeries, type ChartTable, tabulate } from './chart-table.js';
import { showValue } from './show-value.js';
import { attribute, below, childAt, childrenNamed, textIn } from './xml-elements.js';

/**
 * The tables of a chart of an Office document, from the values that it stores with itself (ECMA-376 part 1, 21.2 DrawingML charts). The
 * workbook that they came from is not opened.
 */
export function readChart(xml: Document, budget = new ChartBudget()): ChartTable[] {
  const [chart] = elementsNamed(xml, 'chart');
  const plot = childAt(chart, 'plotArea');
  if (chart === undefined || plot === undefined) return [];
  const [date1904] = elementsNamed(xml, 'date1904');
  const from1904 = date1904 !== undefined && ['', '1', 'true'].includes(attribute(date1904, 'val'));
  const series = below(plot, 'ser', 'ser').map((each) => readSeries(each, from1904, budget));
  const { labelTitle, valueTitles } = readAxes(plot);
  const title = readTitle(childAt(chart, 'title'));
  const caption = valueTitles === '' ? title : title === '' ? valueTitles : `${title} (${valueTitles})`;
  return tabulate(
    caption,
    labelTitle,
    series.filter(({ values }) => values.size > 0),
    budget,
  );
}

/** Reads the title of a chart, for one that stores no values. */
export function readChartTitle(xml: Document): string {
  const [chart] = elementsNamed(xml, 'chart');
  return readTitle(childAt(chart, 'title'));
}

function readSeries(series: Element, from1904: boolean, budget: ChartBudget): ChartSeries {
  const [label] = childrenNamed(series, 'cat', 'xVal');
  const [value] = childrenNamed(series, 'val', 'yVal');
  return {
    name: readTitle(childAt(series, 'tx')),
    labels: readPoints(label, from1904, budget),
    values: readPoints(value, from1904, budget),
  };
}

/** The points of a cache by their number; those of categories in several levels have the names of all of them. */
function readPoints(source: Element | undefined, from1904: boolean, budget: ChartBudget): ReadonlyMap<number, string> {
  if (source === undefined) return new Map();
  const [levels] = below(source, 'multiLvlStrCache');
  if (levels !== undefined) {
    const points = childrenNamed(levels, 'lvl').map((level) => listPoints(level, from1904));
    return joinLevels(points, budget);
  }
  const cache = ['numCache', 'strCache', 'numLit', 'strLit'].map((name) => below(source, name)[0]).find(Boolean);
  return cache === undefined ? new Map() : listPoints(cache, from1904);
}

function listPoints(cache: Element, from1904: boolean): Map<number, string> {
  const format = textIn(childAt(cache, 'formatCode'));
  const isText = !cache.name.includes('num');
  return new Map(
    childrenNamed(cache, 'pt').map((point) => {
      const value = textIn(childAt(point, 'v'));
      const own = attribute(point, 'formatCode') || format;
      return [Number(attribute(point, 'idx')), isText ? value : showValue(value, own, from1904)];
    }),
  );
}

/** The innermost level comes first; an outer name holds until the next one. */
function joinLevels(levels: readonly ReadonlyMap<number, string>[], budget: ChartBudget): ReadonlyMap<number, string> {
  const [inner = new Map<number, string>(), ...outer] = levels;
  const joined = new Map<number, string>();
  const last = outer.map(() => '');
  const numbers = new Set(levels.flatMap((level) => [...level.keys()]));
  // Each number is looked up in each level.
  budget.takeLetters(numbers.size * levels.length);
  for (const number of [...numbers].sort((one, other) => one - other)) {
    outer.forEach((level, at) => {
      last[at] = level.get(number) ?? last[at] ?? '';
    });
    const label = [...last.toReversed(), inner.get(number) ?? ''].filter(Boolean).join(' / ');
    // A long outer name is written again for each number.
    budget.takeLetters(label.length);
    joined.set(number, label);
  }
  return joined;
}

/** The text of a title, written out or taken from a cell. */
function readTitle(title: Element | undefined): string {
  if (title === undefined) return '';
  const paragraphs = below(title, 'p', 'p').map((paragraph) => below(paragraph, 't').map(rawText).join(''));
  const written = paragraphs.filter(Boolean).join(' ');
  return written || below(title, 'v', 'v').map(textIn).join(' ');
}

/** Runs keep their white space: a word may be split between two. */
function rawText(run: Element): string {
  return run.children.map((child) => ('data' in child ? child.data : '')).join('');
}

/** Scatter charts have two axes of values, the first of which is that of the labels. */
function readAxes(plot: Element): { labelTitle: string; valueTitles: string } {
  const titlesOf = (...names: string[]) =>
    childrenNamed(plot, ...names).map((axis) => readTitle(childAt(axis, 'title')));
  const labels = titlesOf('catAx', 'dateAx');
  const values = titlesOf('valAx');
  const [labelTitle = ''] = labels.length > 0 ? labels : values.splice(0, 1);
  return { labelTitle, valueTitles: values.filter(Boolean).join(', ') };
}
