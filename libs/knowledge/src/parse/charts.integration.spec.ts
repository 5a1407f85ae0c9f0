import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import { renderDocument } from '../document/render-document.js';
import {
  chartOf,
  docxOf,
  opendocumentContent,
  opendocumentObject,
  opendocumentOf,
  opendocumentTable,
  pptxOf,
  relationshipsOf,
  sheetRow,
  wordChart,
  wordParagraph,
  xlsxOf,
} from './documents.tools.spec.js';
import { openDocumentParser } from './open-document-parser.js';
import type { DocumentParser } from './parse-outcome.js';

let parser: DocumentParser;
beforeAll(() => {
  parser = openDocumentParser({ concurrency: 2 });
});
afterAll(() => parser.close());

async function read(bytes: Uint8Array, name: string) {
  const outcome = await parser.parseDocument(bytes, { name });
  if (outcome.status !== 'parsed') throw new Error(JSON.stringify(outcome));
  return { ...outcome.document, text: renderDocument(outcome.document).text };
}

const SALES = chartOf('Sales by quarter', ['Q1', 'Q2'], { Oslo: ['10', '12.5'], Bergen: ['', '7'] });
const SALES_TABLE = '| | Oslo | Bergen |\n| --- | --- | --- |\n| Q1 | 10 | |\n| Q2 | 12.5 | 7 |';
/** Removes the spaces that fill the cells of a table. */
const bare = (text: string) => text.replace(/ +\|/g, ' |').replace(/\| +/g, '| ').replaceAll('|  |', '| |');

describe('charts of Office documents are tables of the values that they store', () => {
  it('in a presentation, on their slides', async () => {
    const slides = [
      { title: 'Welcome', lines: ['Hello'] },
      { title: 'Numbers', lines: [] },
      { title: 'End', lines: ['Bye'] },
    ];
    const document = await read(
      pptxOf(slides, {
        'ppt/slides/_rels/slide2.xml.rels': relationshipsOf({ r1: ['chart', '../charts/chart7.xml'] }),
        'ppt/charts/chart7.xml': SALES,
      }),
      'a.pptx',
    );
    expect(document.blocks.map(({ kind, page }) => [kind, page])).toEqual([
      ['heading', 1],
      ['paragraph', 1],
      ['heading', 2],
      ['table', 2],
      ['heading', 3],
      ['paragraph', 3],
    ]);
    expect(document.blocks[3]).toEqual({
      kind: 'table',
      caption: 'Sales by quarter',
      headerRows: 1,
      page: 2,
      rows: [
        ['', 'Oslo', 'Bergen'],
        ['Q1', '10', ''],
        ['Q2', '12.5', '7'],
      ],
    });
    expect(bare(document.text)).toContain(SALES_TABLE);
  });

  it('in a text, behind the words that they follow', async () => {
    const body = `${wordParagraph('Results', 'Heading1')}${wordParagraph('Before &amp; after.')}${wordChart('rId9')}${wordParagraph('After it.')}${wordChart('rId8')}`;
    const { blocks, leftOut } = await read(
      docxOf(body, {
        'word/_rels/document.xml.rels': relationshipsOf({
          r1: ['styles', 'styles.xml'],
          rId8: ['chart', 'charts/chart2.xml'],
          rId9: ['chart', '/word/charts/chart1.xml'],
        }),
        'word/charts/chart1.xml': SALES,
        'word/charts/chart2.xml': chartOf('Costs', ['Q1'], { Oslo: ['3'] }),
      }),
      'a.docx',
    );
    expect(blocks.map((block) => ('text' in block ? block.text : 'caption' in block ? block.caption : ''))).toEqual([
      'Results',
      'Before & after.',
      'Sales by quarter',
      'After it.',
      'Costs',
    ]);
    expect(leftOut).toBeUndefined();
  });

  it('in a workbook, on their sheets', async () => {
    const { blocks, text } = await read(
      xlsxOf(
        { Data: sheetRow(1, ['alone']), Board: sheetRow(1, ['other']) },
        {
          'xl/worksheets/_rels/sheet2.xml.rels': relationshipsOf({ d1: ['drawing', '../drawings/drawing1.xml'] }),
          'xl/drawings/_rels/drawing1.xml.rels': relationshipsOf({ c1: ['chart', '../charts/chart1.xml'] }),
          'xl/charts/chart1.xml': SALES,
        },
      ),
      'a.xlsx',
    );
    expect(blocks.at(-1)).toMatchObject({ kind: 'table', page: 2, caption: 'Sales by quarter' });
    expect(bare(text)).toContain(SALES_TABLE);
  });

  it('with dates, percentages and the title of their values as people read them', async () => {
    const chart = chartOf(
      'Share',
      ['45292', '45323.5'],
      { Oslo: ['0.125', '0.3'] },
      {
        categoryFormat: 'd\\.\\ mmm\\ yy',
        valueFormat: '0%',
        valueTitle: 'of the market',
      },
    );
    const { blocks } = await read(
      pptxOf([{ title: 'a', lines: [] }], {
        'ppt/slides/_rels/slide1.xml.rels': relationshipsOf({ r1: ['chart', '../charts/chart1.xml'] }),
        'ppt/charts/chart1.xml': chart,
      }),
      'a.pptx',
    );
    expect(blocks.at(-1)).toMatchObject({
      caption: 'Share (of the market)',
      rows: [
        ['', 'Oslo'],
        ['2024-01-01', '12.5%'],
        ['2024-02-01T12:00:00', '30%'],
      ],
    });
  });

  it('also for scatter charts, whose series have labels of their own, and for categories in levels', async () => {
    const points = (values: string[]) =>
      values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('');
    const numbers = (values: string[]) => `<c:numLit>${points(values)}</c:numLit>`;
    const scatter = (name: string, x: string[], y: string[]) =>
      `<c:ser><c:tx><c:v>${name}</c:v></c:tx><c:xVal>${numbers(x)}</c:xVal><c:yVal>${numbers(y)}</c:yVal></c:ser>`;
    const levels = `<c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>${points(['Q1', 'Q2', 'Q1'])}</c:lvl><c:lvl><c:pt idx="0"><c:v>2025</c:v></c:pt><c:pt idx="2"><c:v>2026</c:v></c:pt></c:lvl></c:multiLvlStrCache></c:multiLvlStrRef>`;
    const chart = `<c:chartSpace xmlns:c="c"><c:chart><c:plotArea>${scatter('A', ['1', '2'], ['3', '4'])}${scatter('B', ['5'], ['6'])}<c:ser><c:cat>${levels}</c:cat><c:val>${numbers(['7', '8', '9'])}</c:val></c:ser></c:plotArea></c:chart></c:chartSpace>`;
    const { blocks } = await read(
      pptxOf([{ title: 'a', lines: [] }], {
        'ppt/slides/_rels/slide1.xml.rels': relationshipsOf({ r1: ['chart', '../charts/chart1.xml'] }),
        'ppt/charts/chart1.xml': chart,
      }),
      'a.pptx',
    );
    expect(blocks.slice(1).map((block) => block.kind === 'table' && block.rows)).toEqual([
      [
        ['', 'A'],
        ['1', '3'],
        ['2', '4'],
      ],
      [
        ['', 'B'],
        ['5', '6'],
      ],
      [
        ['', 'Series 1'],
        ['2025 / Q1', '7'],
        ['2025 / Q2', '8'],
        ['2026 / Q1', '9'],
      ],
    ]);
  });

  it('also for the newer kinds', async () => {
    const cx = 'http://schemas.microsoft.com/office/drawing/2014/chartex';
    const chart = `<cx:chartSpace xmlns:cx="${cx}"><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl ptCount="2"><cx:pt idx="0">Start</cx:pt><cx:pt idx="1">End</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl ptCount="2" formatCode="General"><cx:pt idx="0">5</cx:pt><cx:pt idx="1">8</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:txData><cx:v>Steps</cx:v></cx:txData></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:v>Height</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`;
    const { blocks } = await read(
      pptxOf([{ title: 'a', lines: [] }], {
        'ppt/slides/_rels/slide1.xml.rels': relationshipsOf({ r1: ['chartEx', '../charts/chartEx1.xml'] }),
        'ppt/charts/chartEx1.xml': chart,
      }),
      'a.pptx',
    );
    expect(blocks.at(-1)).toMatchObject({
      caption: 'Steps',
      rows: [
        ['', 'Height'],
        ['Start', '5'],
        ['End', '8'],
      ],
    });
  });

  it('or are named as left out, where they store no values or are too large', async () => {
    const { blocks, leftOut } = await read(
      pptxOf([{ title: 'a', lines: [] }], {
        'ppt/slides/_rels/slide1.xml.rels': relationshipsOf({
          r1: ['chart', '../charts/chart1.xml'],
          r2: ['chart', '../charts/chart2.xml'],
          r3: ['chart', '../charts/missing.xml'],
        }),
        'ppt/charts/chart1.xml': chartOf('Empty', [], {}),
        'ppt/charts/chart2.xml': `${SALES}${' '.repeat(8 * 1024 * 1024)}`,
      }),
      'a.pptx',
    );
    expect(blocks).toHaveLength(1);
    expect(leftOut).toBe(
      'Left out: the chart “Empty”, which stores no values (1), charts that are too large or too many (2).',
    );
  });
});

describe('OpenDocument files have their tables and embedded objects', () => {
  const PEOPLE = [
    ['Name', 'Age'],
    ['Ada', '36'],
  ];
  const page = (body: string) =>
    `<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>Title</text:p></draw:text-box></draw:frame>${body}</draw:page>`;
  const chart = opendocumentContent(
    `<office:chart><chart:chart chart:class="chart:bar"><chart:title><text:p>Sales</text:p></chart:title>${opendocumentTable(
      [
        ['', 'Oslo'],
        ['Q1', '10'],
      ],
      'local-table',
    )}</chart:chart></office:chart>`,
  );

  test.each([
    ['in a frame', (table: string) => `<draw:frame>${table}<draw:image/></draw:frame>`],
    [
      'in a group of shapes',
      (table: string) => `<draw:g><draw:frame presentation:class="table">${table}</draw:frame></draw:g>`,
    ],
    ['in a text box', (table: string) => `<draw:frame><draw:text-box>${table}</draw:text-box></draw:frame>`],
    ['on the slide itself', (table: string) => table],
  ])('tables of slides, %s', async (_where, put) => {
    const slides = `${page('')}${page(put(opendocumentTable(PEOPLE)))}`;
    const { blocks } = await read(opendocumentOf('presentation', slides), 'a.odp');
    expect(blocks.at(-1)).toMatchObject({ kind: 'table', rows: PEOPLE, page: 2 });
  });

  it('charts of slides, and spreadsheets inside them', async () => {
    const slides = `${page(opendocumentObject('Object 2'))}${page(`<draw:frame>${opendocumentTable(PEOPLE)}</draw:frame>${opendocumentObject('Object 1')}`)}`;
    const { blocks } = await read(
      opendocumentOf('presentation', slides, {
        'Object 1/content.xml': chart,
        'Object 2/content.xml': opendocumentContent(
          `<office:spreadsheet>${opendocumentTable(PEOPLE, 'People')}</office:spreadsheet>`,
        ),
      }),
      'a.odp',
    );
    expect(blocks.filter(({ kind }) => kind === 'table')).toMatchObject([
      { page: 1, caption: 'People', rows: PEOPLE },
      { page: 2, rows: PEOPLE },
      {
        page: 2,
        caption: 'Sales',
        rows: [
          ['', 'Oslo'],
          ['Q1', '10'],
        ],
      },
    ]);
  });

  it('charts of texts, behind the words that they follow', async () => {
    const body = `<text:p>Before.</text:p><text:p>${opendocumentObject('Object 1')}</text:p><text:p>After.</text:p>`;
    const { blocks } = await read(opendocumentOf('text', body, { 'Object 1/content.xml': chart }), 'a.odt');
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'table', 'paragraph']);
  });

  it('charts of spreadsheets, on their sheets', async () => {
    const sheet = (name: string, shapes = '') =>
      opendocumentTable(PEOPLE, name)
        .replaceAll('<table:table-cell>', '<table:table-cell office:value-type="string">')
        .replace('<table:table-row>', `${shapes && `<table:shapes>${shapes}</table:shapes>`}<table:table-row>`);
    const { blocks } = await read(
      opendocumentOf('spreadsheet', `${sheet('One')}${sheet('Two', opendocumentObject('Object 1'))}`, {
        'Object 1/content.xml': chart,
        'styles.xml': '<office:document-styles/>',
      }),
      'a.ods',
    );
    expect(blocks.filter((block) => block.kind === 'table' && block.caption === 'Sales')).toMatchObject([{ page: 2 }]);
  });

  it('and name objects of other kinds as left out; cells that repeat without end are cut', async () => {
    const endless = opendocumentContent(
      '<office:spreadsheet><table:table table:name="x"><table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16000"><text:p>x</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>',
    );
    const { blocks, leftOut } = await read(
      opendocumentOf('presentation', page(opendocumentObject('Object 1')), {
        'Object 1/content.xml': endless,
        'Object 2/content.xml': opendocumentContent('<office:text><text:p>inner</text:p></office:text>'),
      }),
      'a.odp',
    );
    expect(blocks.flatMap((block) => (block.kind === 'table' ? block.rows : [])).flat().length).toBeLessThanOrEqual(
      200_000,
    );
    expect(leftOut).toBe(
      'Left out: embedded tables that are cut off, for they are too large (1), embedded objects that are too large, too many, or of another kind (1).',
    );
  });
});
