import { describe, expect, it } from '@jest/globals';
import { readChartsOfPages } from './office-charts.js';

const relationships = (...targets: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships>${targets.map(([type, target], at) => `<Relationship Id="r${at}" Type="t/${type}" Target="${target}"/>`).join('')}</Relationships>`;

const series = (idx: number) =>
  `<c:ser><c:val><c:numLit><c:pt idx="${idx}"><c:v>1</c:v></c:pt></c:numLit></c:val></c:ser>`;
const chart = (body: string) => `<c:chartSpace><c:chart><c:plotArea>${body}</c:plotArea></c:chart></c:chartSpace>`;

/** The parts of a presentation, which counts how often it is asked for each. */
class Presentation extends Map<string, Buffer> {
  readonly asked = new Map<string, number>();

  constructor(slides: number, parts: Readonly<Record<string, string>>) {
    super();
    const ids = Array.from({ length: slides }, (_, at) => `<p:sldId id="${at}" r:id="r${at}"/>`);
    const targets = ids.map((_, at): [string, string] => ['slide', `slides/s${at}.xml`]);
    const all = {
      '_rels/.rels': relationships(['officeDocument', 'ppt/presentation.xml']),
      'ppt/presentation.xml': `<p:presentation>${ids.join('')}</p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relationships(...targets),
      ...parts,
    };
    for (const [name, xml] of Object.entries(all)) this.set(name, Buffer.from(xml));
  }

  override get(name: string): Buffer | undefined {
    this.asked.set(name, (this.asked.get(name) ?? 0) + 1);
    return super.get(name);
  }
}

const pagesOf = (parts: Presentation) => readChartsOfPages(parts).placed.map(({ block }) => block.page);

describe('the charts of pages', () => {
  it('are found over drawings that lead back to themselves and to each other, each of which is read once', () => {
    const around = Array.from({ length: 10 }, (_, at): [string, string] => [
      'drawing',
      at % 2 === 0 ? 'd.xml' : `/ppt/drawings/x${at}/../e.xml`,
    ]);
    const parts = new Presentation(3, {
      'ppt/slides/_rels/s0.xml.rels': relationships(['drawing', '../drawings/d.xml']),
      'ppt/slides/_rels/s1.xml.rels': relationships(['drawing', '../drawings/d.xml'], ['chart', '../charts/c3.xml']),
      'ppt/slides/_rels/s2.xml.rels': relationships(['drawing', '../drawings/e.xml'], ['chart', '../charts/c1.xml']),
      'ppt/drawings/_rels/d.xml.rels': relationships(['chart', '../charts/c1.xml'], ...around),
      'ppt/drawings/_rels/e.xml.rels': relationships(...around, ['chart', '../charts/c2.xml']),
      'ppt/charts/c1.xml': chart(series(0)),
      'ppt/charts/c2.xml': chart(series(1)),
      'ppt/charts/c3.xml': chart(series(2)),
    });
    expect(pagesOf(parts)).toEqual([1, 1, 2]);
    expect([
      parts.asked.get('ppt/drawings/_rels/d.xml.rels'),
      parts.asked.get('ppt/drawings/_rels/e.xml.rels'),
    ]).toEqual([1, 1]);
  });

  it('are left out and named where their tables would have too many cells; the others are read', () => {
    const diagonal = chart(Array.from({ length: 1_000 }, (_, at) => series(at)).join(''));
    const parts = new Presentation(1, {
      'ppt/slides/_rels/s0.xml.rels': relationships(
        ['chart', '../charts/c1.xml'],
        ['chart', '../charts/c2.xml'],
        ['chart', '../charts/c3.xml'],
      ),
      'ppt/charts/c1.xml': diagonal,
      'ppt/charts/c2.xml': chart(series(1)),
      'ppt/charts/c3.xml': diagonal,
    });
    const { placed, leftOut } = readChartsOfPages(parts);
    expect(placed).toHaveLength(1);
    expect(leftOut).toBe('Left out: charts that are too large or too many (2).');
  });

  it('have no more cells than the bound together', () => {
    const names = ['a', 'b', 'c', 'd'];
    const square = chart(Array.from({ length: 300 }, (_, at) => series(at)).join(''));
    const parts = new Presentation(1, {
      'ppt/slides/_rels/s0.xml.rels': relationships(
        ...names.map((name): [string, string] => ['chart', `../charts/${name}.xml`]),
      ),
      ...Object.fromEntries(names.map((name) => [`ppt/charts/${name}.xml`, square])),
    });
    const { placed, leftOut } = readChartsOfPages(parts);
    expect(placed).toHaveLength(2);
    expect(leftOut).toBe('Left out: charts that are too large or too many (2).');
  });
});
