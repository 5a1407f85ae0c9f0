import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import iconv from 'iconv-lite';
import { renderDocument } from '../document/render-document.js';
import {
  docxOf,
  epubOf,
  opendocumentOf,
  pdfOf,
  pptxOf,
  sheetRow,
  wordParagraph,
  wordTable,
  xlsxOf,
  zipOf,
} from './documents.tools.spec.js';
import { openDocumentParser } from './open-document-parser.js';
import type { DocumentFacts, DocumentParser, ParseOptions, ParseOutcome } from './parse-outcome.js';

let parser: DocumentParser;
beforeAll(() => {
  parser = openDocumentParser({ concurrency: 2 });
});
afterAll(() => parser.close());

const toBytes = (content: string | Uint8Array) => (typeof content === 'string' ? Buffer.from(content) : content);
const parse = (
  content: string | Uint8Array,
  facts: string | DocumentFacts,
  options?: ParseOptions,
): Promise<ParseOutcome> =>
  parser.parseDocument(toBytes(content), typeof facts === 'string' ? { name: facts } : facts, options);

async function read(content: string | Uint8Array, facts: string | DocumentFacts, options?: ParseOptions) {
  const outcome = await parse(content, facts, options);
  if (outcome.status !== 'parsed') throw new Error(JSON.stringify(outcome));
  return { ...outcome.document, text: renderDocument(outcome.document).text };
}

const PEOPLE = [
  ['Name', 'Age'],
  ['Ada', '36'],
  ['Ben', '41'],
];
const PEOPLE_TABLE = '| Name | Age |\n| --- | --- |\n| Ada | 36 |\n| Ben | 41 |';
const HTML_TABLE = `<table>${PEOPLE.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;

describe('text', () => {
  it('is cut into paragraphs at empty lines', async () => {
    const { blocks } = await read('One\nline.\r\n\r\nTwo.\n \nThree.', 'notes.txt');
    expect(blocks.map((block) => 'text' in block && block.text)).toEqual(['One\nline.', 'Two.', 'Three.']);
  });

  test.each([
    ['UTF-8 with a mark', Buffer.from('\ufeffGrüße')],
    ['UTF-16', Buffer.from('\ufeffGrüße', 'utf16le')],
    ['big-endian UTF-16', Buffer.from('\ufeffGrüße', 'utf16le').swap16()],
    ['Windows-1252', iconv.encode('Grüße aus München, schöne Straßen und Plätze.', 'windows-1252')],
  ])('in %s has its letters', async (_, bytes) => {
    expect((await read(bytes, 'a.txt')).text).toMatch(/^Grüße/);
  });

  test.each([
    ['Shift_JIS', '名前,年齢\n佐藤太郎,30\n三木英子,25\n'],
    ['EUC-KR', '이름,나이\n김철수,30\n이영희,25\n안녕하세요 반갑습니다\n'],
    ['windows-1251', 'Имя,Возраст\nИван Петров,30\nЭто обычный русский текст для проверки\n'],
  ])('in %s has its letters, even where there are few', async (charset, text) => {
    const { blocks } = await read(iconv.encode(text, charset), 'a.csv');
    expect(JSON.stringify(blocks)).toContain(text.split(',')[0]);
  });

  it('in a programming language is code', async () => {
    const { blocks } = await read('def f():\n    return 1\n', 'a.py');
    expect(blocks).toEqual([{ kind: 'code', text: 'def f():\n    return 1', language: 'py' }]);
  });
});

describe('Markdown', () => {
  it('has headings, lists, code, tables and metadata', async () => {
    const document = await read(
      `---\ntitle: "My notes"\nauthor: Ada\n---\n# Top\n\nSome *text*.\n\n- one\n  1. inner\n- two\n\n\`\`\`ts\nlet a;\n\`\`\`\n\n${PEOPLE_TABLE}\n`,
      'notes.md',
    );
    expect(document).toMatchObject({ title: 'My notes', metadata: { author: 'Ada' } });
    expect(document.text).toBe(
      `# Top\n\nSome text.\n\n- one\n  1. inner\n- two\n\n\`\`\`ts\nlet a;\n\`\`\`\n\n${PEOPLE_TABLE}`,
    );
  });
});

describe('HTML', () => {
  const PAGE = `<!doctype html><html lang="de"><head><title>Seite</title><meta name="author" content="Ada"><style>p{}</style></head><body><nav>Menu</nav><article><h1>Title</h1><p>First &amp; <b>bold</b>.</p>${HTML_TABLE}<script>bad()</script><p hidden>secret</p>${'<p>This is a longer paragraph of the article that says something of interest to its readers.</p>'.repeat(5)}</article><footer>Imprint</footer></body></html>`;

  it('is read whole, without what nobody sees', async () => {
    const document = await read(PAGE, 'page.html');
    expect(document).toMatchObject({ title: 'Seite', language: 'de', metadata: { author: 'Ada' } });
    expect(document.text).toContain(`Menu\n\n# Title\n\nFirst & bold.\n\n${PEOPLE_TABLE}`);
    expect(document.text).not.toMatch(/bad|secret|p\{/);
  });

  it('from the web is the article alone', async () => {
    const { text } = await read(PAGE, { name: 'page', mediaType: 'text/html; charset=utf-8', article: true });
    expect(text).toContain('First & bold.');
    expect(text).toContain('| Ada | 36 |');
    expect(text).not.toMatch(/Menu|Imprint/);
  });

  it('has its letters in the character set that it states', async () => {
    const page = iconv.encode('<meta charset="windows-1251"><p>Привет</p>', 'windows-1251');
    expect((await read(page, 'a.html')).text).toBe('Привет');
  });

  it('has the text of merged cells in each cell', async () => {
    const { text } = await read('<table><tr><th>A<th>B<tr><td rowspan=2>x<td>1<tr><td>2</table>', 'a.html');
    expect(text).toBe('| A | B |\n| --- | --- |\n| x | 1 |\n| x | 2 |');
  });
});

describe('PDF', () => {
  it('has headings by size, paragraphs by distance, tables by alignment, and pages', async () => {
    const row = (y: number, cells: readonly string[]) => cells.map((text, at) => ({ text, x: 72 + at * 150, y }));
    const bytes = pdfOf([
      [
        { text: 'Big title', y: 750, size: 20 },
        { text: 'The first line of a paragraph with enough words that it fills the page', y: 700 },
        { text: 'and the second one.', y: 686 },
        { text: 'Another paragraph.', y: 650 },
      ],
      [...row(700, ['Name', 'City', 'Age']), ...row(685, ['Ada', 'Bern', '36']), ...row(670, ['Ben', 'Rome', '41'])],
    ]);
    const { blocks, pages, title } = await read(bytes, 'a.pdf');
    expect({ pages, title }).toEqual({ pages: 2, title: 'Big title' });
    expect(blocks).toEqual([
      { kind: 'heading', level: 1, text: 'Big title', page: 1 },
      {
        kind: 'paragraph',
        text: 'The first line of a paragraph with enough words that it fills the page and the second one.',
        page: 1,
      },
      { kind: 'paragraph', text: 'Another paragraph.', page: 1 },
      {
        kind: 'table',
        rows: [
          ['Name', 'City', 'Age'],
          ['Ada', 'Bern', '36'],
          ['Ben', 'Rome', '41'],
        ],
        headerRows: 1,
        page: 2,
      },
    ]);
  });

  it('without text fails and says that OCR is off', async () => {
    expect(await parse(pdfOf([[]]), 'scan.pdf')).toMatchObject({
      status: 'failed',
      failure: 'no_text',
      reason: expect.stringContaining('OCR'),
    });
  });
});

describe('office documents', () => {
  it('from Word have headings, paragraphs, tables and properties', async () => {
    const body = `${wordParagraph('Results', 'Heading1')}${wordParagraph('It went well.')}${wordTable(PEOPLE)}`;
    const document = await read(docxOf(body), 'report.docx');
    expect(document).toMatchObject({ title: 'Annual report', metadata: { author: 'Ada' } });
    expect(document.text).toBe(`# Results\n\nIt went well.\n\n${PEOPLE_TABLE}`);
  });

  it('from Excel have a page and a heading for each sheet', async () => {
    const rows = PEOPLE.map((cells, at) => sheetRow(at + 1, cells)).join('');
    const document = await read(xlsxOf({ People: rows, More: sheetRow(4, ['alone']) }), 'a.xlsx');
    expect(document.pages).toBe(2);
    expect(document.text).toBe(`## People\n\n${PEOPLE_TABLE}\n\n## More\n\nalone`);
    expect(document.blocks.map(({ page }) => page)).toEqual([1, 1, 2, 2]);
  });

  test.each(['xls', 'ods'] as const)('in the format %s have their tables', async (bookType) => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(PEOPLE), 'People');
    const bytes = new Uint8Array(write(book, { type: 'array', bookType }));
    expect((await read(bytes, `a.${bookType}`)).text).toBe(`## People\n\n${PEOPLE_TABLE}`);
  });

  it('from PowerPoint have a page for each slide', async () => {
    const bytes = pptxOf([
      { title: 'Welcome', lines: ['First point', 'Second point'] },
      { title: 'Numbers', lines: [], table: PEOPLE },
    ]);
    const document = await read(bytes, 'talk.pptx');
    expect(document.pages).toBe(2);
    expect(document.text).toBe(`# Welcome\n\nFirst point\n\nSecond point\n\n# Numbers\n\n${PEOPLE_TABLE}`);
    expect(document.blocks.at(-1)?.page).toBe(2);
  });

  it('from OpenDocument have headings, paragraphs and tables', async () => {
    const table = `<table:table>${PEOPLE.map((row) => `<table:table-row>${row.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`).join('')}</table:table>`;
    const body = `<text:h text:outline-level="2">Results</text:h><text:p>It went well.</text:p>${table}`;
    expect((await read(opendocumentOf('text', body), 'a.odt')).text).toBe(
      `## Results\n\nIt went well.\n\n${PEOPLE_TABLE}`,
    );
  });

  it('from OpenDocument presentations have their slides', async () => {
    const slide =
      '<draw:page draw:name="p1"><draw:frame presentation:class="title"><draw:text-box><text:p>Welcome</text:p></draw:text-box></draw:frame></draw:page>';
    const { text } = await read(opendocumentOf('presentation', slide), 'a.odp');
    expect(text).toContain('Welcome');
  });

  it('in RTF have their text', async () => {
    const { text } = await read(
      "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}\\f0 Gr\\'fc\\'dfe.\\par Second \\b bold\\b0 .\\par}",
      'a.rtf',
    );
    expect(text).toContain('Grüße.');
    expect(text).toContain('Second bold.');
  });

  it('with macros are read, and the macros are left alone', async () => {
    const bytes = docxOf(wordParagraph('Harmless text.'), {
      'word/vbaProject.bin': new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]),
    });
    expect((await read(bytes, 'a.docm')).text).toBe('Harmless text.');
  });
});

describe('books, messages, notebooks and data', () => {
  it('EPUB has its authors, and its chapters in reading order as pages', async () => {
    const document = await read(epubOf(['<h1>One</h1><p>First.</p>', '<h1>Two</h1><p>Second.</p>']), 'a.epub');
    expect(document).toMatchObject({
      title: 'A small book',
      language: 'en',
      pages: 2,
      metadata: { author: 'Ada, Ben' },
    });
    expect(document.text).toBe('# A small book\n\nAuthors: Ada, Ben\n\n# One\n\nFirst.\n\n# Two\n\nSecond.');
    expect(document.blocks.at(-1)?.page).toBe(2);
  });

  it('email has its subject, correspondents, text and the names of attachments', async () => {
    const message = [
      'From: Ada <ada@example.com>',
      'To: Ben <ben@example.com>',
      'Subject: =?utf-8?B?R3LDvMOfZQ==?=',
      'Date: Mon, 02 Nov 2026 10:00:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Hello <b>Ben</b></p>',
      '--b',
      'Content-Type: application/pdf',
      'Content-Disposition: attachment; filename="a.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      'JVBERi0=',
      '--b--',
    ].join('\r\n');
    const document = await read(message, 'mail.eml');
    expect(document.title).toBe('Grüße');
    expect(document.text).toContain('# Grüße\n\nFrom: Ada <ada@example.com>\nTo: Ben <ben@example.com>');
    expect(document.text).toContain('Attachments: a.pdf\n\nHello Ben');
  });

  it('notebooks have their Markdown, code and printed text, and nothing of the format', async () => {
    const notebook = {
      nbformat: 4,
      nbformat_minor: 5,
      metadata: { kernelspec: { language: 'python' } },
      cells: [
        { cell_type: 'markdown', source: ['# Test\n', 'Some text.'] },
        {
          cell_type: 'code',
          source: 'print(1)',
          outputs: [{ output_type: 'stream', text: ['1\n'] }, { data: { 'image/png': 'AAAA' } }],
        },
      ],
    };
    const { text } = await read(JSON.stringify(notebook), 'a.ipynb');
    expect(text).toBe('# Test\n\nSome text.\n\n```python\nprint(1)\n```\n\n```\n1\n```');
  });

  it('CSV is a table, whichever its delimiter', async () => {
    for (const [delimiter, name] of [
      [',', 'a.csv'],
      [';', 'b.csv'],
      ['\t', 'c.tsv'],
      ['|', 'd.csv'],
    ] as const) {
      expect((await read(PEOPLE.map((row) => row.join(delimiter)).join('\n'), name)).text).toBe(PEOPLE_TABLE);
    }
  });

  it('CSV has quoted delimiters and line ends in one cell', async () => {
    const { text } = await read('Name,Note\nAda,"a, b\nc"\n', 'a.csv');
    expect(text).toBe('| Name | Note |\n| --- | --- |\n| Ada | a, b c |');
  });

  it('JSON is a table where it is a list of flat objects, and JSON where it is not', async () => {
    const people = [
      { Name: 'Ada', Age: 36 },
      { Name: 'Ben', Age: 41 },
    ];
    expect((await read(JSON.stringify(people), 'a.json')).text).toBe(PEOPLE_TABLE);
    expect((await read(people.map((one) => JSON.stringify(one)).join('\n'), 'a.jsonl')).text).toBe(PEOPLE_TABLE);
    expect((await read('{"a":{"b":[1]}}', 'a.json')).text).toContain('"b": [');
  });
});

describe('types', () => {
  const WAV = Buffer.from(`RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0${'\0'.repeat(400)}`, 'latin1');

  test.each<[string, string | Uint8Array, string, string]>([
    ['PDF that is text', 'just text', 'a.pdf', 'type_mismatch'],
    ['Word document that is a PDF', pdfOf([[{ text: 'x', y: 1 }]]), 'a.docx', 'type_mismatch'],
    ['text that is a PDF', pdfOf([[{ text: 'x', y: 1 }]]), 'a.txt', 'type_mismatch'],
    ['workbook that is an archive', zipOf({ 'a.txt': 'text' }), 'a.xlsx', 'type_mismatch'],
    ['picture that is a program', Buffer.from(`MZ${'\0'.repeat(200)}`), 'a.png', 'type_mismatch'],
    ['PDF that is sound', WAV, 'a.pdf', 'type_mismatch'],
    ['archive', zipOf({ 'a.txt': 'text' }), 'a.zip', 'unsupported_type'],
    [
      'old Word document',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
      'a.doc',
      'unsupported_type',
    ],
    [
      'random file',
      Buffer.from(Array.from({ length: 2_000 }, (_, at) => (at * 7919) % 256)),
      'a.bin',
      'unsupported_type',
    ],
    ['empty file', '', 'a.txt', 'no_text'],
    ['file of white space', ' \n\t\n', 'a.md', 'no_text'],
  ])('a %s fails with a reason', async (_, bytes, name, failure) => {
    expect(await parse(bytes, name)).toEqual({
      status: 'failed',
      failure,
      reason: expect.stringMatching(/^[A-Z].{20,}\.$|^The file is empty\.$/),
    });
  });

  it('sound asks for a transcription', async () => {
    expect(await parse(WAV, 'talk.wav')).toEqual({ status: 'needs_transcription', mediaType: 'audio/wav' });
  });

  it('the bytes decide where the name says nothing, and the media type where the bytes are text', async () => {
    expect((await read(pdfOf([[{ text: 'Hello', y: 700 }]]), 'download')).mediaType).toBe('application/pdf');
    expect((await read('a,b\n1,2', { name: 'export', mediaType: 'text/csv' })).mediaType).toBe('text/csv');
    expect((await read('<!doctype html><p>x', { name: 'index' })).mediaType).toBe('text/html');
  });
});
