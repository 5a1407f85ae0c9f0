import { describe, expect, it } from '@jest/globals';
import { expectWithin, processorTimeOf } from '@multilane/testing/measure-hold';
import { readXml } from '../read-xml.js';
import { readChart, readChartTitle } from './read-chart.js';
import { readExtendedChart } from './read-extended-chart.js';
import { showValue } from './show-value.js';

const DEEP = 10_000;

const chart = (body: string) => readXml(Buffer.from(`<c:chartSpace><c:chart>${body}</c:chart></c:chartSpace>`));
const PLOT = '<c:plotArea/>';

describe('charts are read in time linear in their length', () => {
  it.each([
    ['paragraphs in one another', () => readChartTitle(chart(`<c:title>${'<a:p>'.repeat(DEEP)}`))],
    ['values in one another', () => readChartTitle(chart(`<c:title>${'<c:v>x'.repeat(DEEP)}`))],
    ['series in one another', () => readChart(chart(`<c:plotArea>${'<c:ser><c:val>'.repeat(DEEP)}`))],
    [
      'newer series in one another',
      () => readExtendedChart(chart(`${PLOT}${'<series><dataId/><tx><txData><v>'.repeat(DEEP)}`)),
    ],
    [
      'newer data in one another',
      () => readExtendedChart(chart(`${PLOT}${'<data><numDim><lvl><pt idx="0">'.repeat(DEEP)}`)),
    ],
    [
      'levels that name one point',
      () =>
        readExtendedChart(
          chart(
            `<data><strDim>${'<lvl><pt idx="0">a long name of a point</pt></lvl>'.repeat(3 * DEEP)}</strDim><numDim/></data>`,
          ),
        ),
    ],
    [
      'long labels of many dimensions',
      () => {
        const label = `<strDim><lvl><pt idx="0">${'x'.repeat(500_000)}</pt></lvl></strDim>`;
        const dimension = '<numDim><lvl><pt idx="0">1</pt></lvl></numDim>';
        return readExtendedChart(chart(`<data>${label}${dimension.repeat(1_000)}</data>`));
      },
    ],
  ])('%s', async (_what, read) => {
    await expectWithin(250, () => processorTimeOf(read));
  });

  it.each([
    ['brackets that nothing closes', '['.repeat(100_000)],
    ['brackets of a usual length', '['.repeat(255)],
  ])('formats with %s', async (_what, format) => {
    await expectWithin(100, () =>
      processorTimeOf(() => {
        for (let at = 0; at < 10_000; at += 1) showValue('1', format, false);
      }),
    );
  });
});

describe('formats of values', () => {
  it.each([
    ['0%', '50%'],
    ['[Red]0.00', '0.5'],
    ['[$-409]d\\-mmm\\-yy', '1899-12-30T12:00:00'],
    ['"day" 0', '0.5'],
  ])('%s', (format, shown) => {
    expect(showValue('0.5', format, false)).toBe(shown);
  });
});
