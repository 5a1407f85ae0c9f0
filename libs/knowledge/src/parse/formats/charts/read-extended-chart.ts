import type { Document, Element } from 'domhandler';
import { elementsNamed } from '../read-xml.js';
import { ChartBudget } from './chart-budget.js';
import { type ChartTable, tabulate } from './chart-table.js';
import { showValue } from './show-value.js';
import { attribute, below, childAt, childrenNamed, textIn } from './xml-elements.js';

/** The tables of a chart of the newer kinds, such as waterfall, funnel and treemap ([MS-ODRAWXML], 2.24 Chartex). */
export function readExtendedChart(xml: Document, budget = new ChartBudget()): ChartTable[] {
  const [chart] = elementsNamed(xml, 'chart');
  if (chart === undefined) return [];
  const names = new Map<string, string>();
  for (const series of below(chart, 'series', 'series')) {
    const id = childAt(series, 'dataId');
    if (id !== undefined) names.set(attribute(id, 'val'), textIn(childAt(series, 'tx', 'txData', 'v')));
  }
  const series = [...elementsNamed(xml, 'data', 'data')].flatMap((data) => {
    const labels = joinLevels(childrenNamed(data, 'strDim')[0]);
    const name = names.get(attribute(data, 'id')) ?? '';
    const dimensions = childrenNamed(data, 'numDim');
    return dimensions.map((dimension) => {
      const type = dimensions.length > 1 ? attribute(dimension, 'type') : '';
      return { name: [name, type].filter(Boolean).join(' '), labels, values: joinLevels(dimension) };
    });
  });
  const title = childAt(chart, 'title');
  const caption = title === undefined ? '' : textOfTitle(title);
  return tabulate(
    caption,
    '',
    series.filter(({ values }) => values.size > 0),
    budget,
  );
}

function textOfTitle(title: Element): string {
  const written = below(title, 't', 't').map(textIn).join(' ');
  return written || textIn(childAt(title, 'tx', 'txData', 'v'));
}

/** The points by their number: names of all levels, the outermost first. They are joined at the end, each letter once. */
function joinLevels(dimension: Element | undefined): ReadonlyMap<number, string> {
  const points = new Map<number, string[]>();
  for (const level of dimension === undefined ? [] : childrenNamed(dimension, 'lvl').toReversed()) {
    const format = attribute(level, 'formatCode');
    for (const point of childrenNamed(level, 'pt')) {
      const number = Number(attribute(point, 'idx'));
      const text = format === '' ? textIn(point) : showValue(textIn(point), format, false);
      const names = points.get(number);
      if (names === undefined) points.set(number, [text]);
      else names.push(text);
    }
  }
  return new Map(Array.from(points, ([number, names]) => [number, names.filter(Boolean).join(' / ')]));
}
