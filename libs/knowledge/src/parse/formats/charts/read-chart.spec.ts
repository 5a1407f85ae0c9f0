import { describe, expect, it } from '@jest/globals';
import { readXml } from '../read-xml.js';
import { ChartTooLarge } from './chart-budget.js';
import { readChart, readChartTitle } from './read-chart.js';
import { readExtendedChart } from './read-extended-chart.js';

const MANY = 200_000;

const point = (idx: number, text: string) => `<c:pt idx="${idx}"><c:v>${text}</c:v></c:pt>`;
const VALUE = `<c:val><c:numLit>${point(0, '1')}</c:numLit></c:val>`;
const chart = (series: string, title = '') =>
  readXml(
    Buffer.from(
      `<c:chartSpace><c:chart><c:title>${title}</c:title><c:plotArea>${series}</c:plotArea></c:chart></c:chartSpace>`,
    ),
  );
const withLevels = (...levels: readonly string[]) =>
  chart(
    `<c:ser><c:cat><c:multiLvlStrCache>${levels.map((level) => `<c:lvl>${level}</c:lvl>`).join('')}</c:multiLvlStrCache></c:cat>${VALUE}</c:ser>`,
  );

describe('a chart', () => {
  it('may have any number of elements in one another', () => {
    expect(readChart(chart(`<c:ser>${VALUE}${'<a/>'.repeat(MANY)}</c:ser>`))).toHaveLength(1);
    const text = `<a:p><a:r><a:t>Sales</a:t></a:r></a:p>`;
    expect(readChartTitle(chart('', `${text}${'<a:p/>'.repeat(MANY)}`))).toBe('Sales');
    expect(readChartTitle(chart('', `<c:v>Sales${'<a/>'.repeat(MANY)}</c:v>`))).toBe('Sales');
  });

  it.each([
    ['paragraphs', '<a:p><a:r><a:t>one </a:t></a:r><a:p><a:r><a:t>two</a:t></a:r></a:p></a:p>'],
    ['values', '<c:v>one <c:v>two</c:v></c:v>'],
  ])('has the text of %s in one another once', (_what, title) => {
    expect(readChartTitle(chart('', title))).toBe('one two');
  });

  it('has no series in another one', () => {
    expect(readChart(chart(`<c:ser>${VALUE}<c:ser>${VALUE}</c:ser></c:ser>`))).toMatchObject([
      {
        rows: [
          ['', 'Series 1'],
          ['1', '1'],
        ],
      },
    ]);
  });

  it('is too large if its series would have more cells than the bound, in one table or in several', () => {
    const series = (idx: number, label: string) =>
      `<c:ser><c:cat><c:strLit>${point(0, label)}</c:strLit></c:cat><c:val><c:numLit>${point(idx, '1')}</c:numLit></c:val></c:ser>`;
    const diagonal = (label: string) => Array.from({ length: 300 }, (_, at) => series(at, label)).join('');
    expect(readChart(chart(diagonal('a') + diagonal('b')))).toHaveLength(2);
    expect(() => readChart(chart(diagonal('a') + diagonal('b') + diagonal('c')))).toThrow(ChartTooLarge);
  });

  it('is too large if its levels of labels are as many as their points', () => {
    const levels = Array.from({ length: 3_000 }, (_, at) => point(at, 'a'));
    expect(() => readChart(withLevels(...levels))).toThrow(ChartTooLarge);
  });

  it('is too large if a long outer name would be written for each of many points', () => {
    const inner = Array.from({ length: 1_000 }, (_, at) => point(at, 'a')).join('');
    expect(() => readChart(withLevels(inner, point(0, 'x'.repeat(10_000))))).toThrow(ChartTooLarge);
    expect(readChart(withLevels(inner, point(0, 'x'.repeat(100))))).toHaveLength(1);
  });
});

describe('a chart of the newer kinds', () => {
  const extended = (data: string, title = '') =>
    readXml(
      Buffer.from(
        `<cx:chartSpace><cx:chartData>${data}</cx:chartData><cx:chart><cx:title>${title}</cx:title></cx:chart></cx:chartSpace>`,
      ),
    );
  const level = (...points: readonly string[]) =>
    `<cx:lvl>${points.map((text, at) => `<cx:pt idx="${at}">${text}</cx:pt>`).join('')}</cx:lvl>`;

  it('has labels of all levels, the outermost first', () => {
    const labels = `<cx:strDim>${level('a', 'b')}${level('x', '')}${level('y', 'z')}</cx:strDim>`;
    expect(
      readExtendedChart(extended(`<cx:data>${labels}<cx:numDim>${level('1', '2')}</cx:numDim></cx:data>`)),
    ).toEqual([
      {
        caption: '',
        rows: [
          ['', 'Series 1'],
          ['y / x / a', '1'],
          ['z / b', '2'],
        ],
      },
    ]);
  });

  it('has neither data nor texts of a title in one another', () => {
    const value = `<cx:numDim>${level('1')}</cx:numDim>`;
    const data = `<cx:data>${value}<cx:data>${value}</cx:data></cx:data>`;
    const [table, ...others] = readExtendedChart(extended(data, '<a:t>one <a:t>two</a:t></a:t>'));
    expect([table?.caption, table?.rows[0], others]).toEqual(['one two', ['', 'Series 1'], []]);
  });

  it('is too large if its dimensions would have more cells than the bound', () => {
    const data = (idx: number) =>
      `<cx:data><cx:numDim><cx:lvl><cx:pt idx="${idx}">1</cx:pt></cx:lvl></cx:numDim></cx:data>`;
    const many = Array.from({ length: 500 }, (_, at) => data(at)).join('');
    expect(() => readExtendedChart(extended(many))).toThrow(ChartTooLarge);
  });
});
