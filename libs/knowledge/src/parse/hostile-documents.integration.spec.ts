// `npm test` runs these tests in one of six runs, and a sample of them each time: libs/knowledge/src/parse/parse-documents.integration.spec.ts.

import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import {
  docxOf,
  epubOf,
  opendocumentOf,
  pdfOf,
  pptxOf,
  sheetRow,
  wordParagraph,
  xlsxOf,
  zipOf,
} from './documents.tools.spec.js';
import { openDocumentParser } from './open-document-parser.js';
import { DEFAULT_PARSE_BOUNDS, type DocumentParser, type ParseFailure, type ParseOptions } from './parse-outcome.js';
import { limitProcessorTime, parserArguments } from './run-parser-process.js';

const MB = 2 ** 20;

let parser: DocumentParser;
beforeAll(() => {
  parser = openDocumentParser({ concurrency: 2 });
});
afterAll(() => parser.close());

const parse = (content: string | Uint8Array, name: string, options?: ParseOptions) =>
  parser.parseDocument(typeof content === 'string' ? Buffer.from(content) : content, { name }, options);

/** A PDF whose only page draws what a stream unpacks to. */
function pdfWithStream(content: Buffer): Uint8Array {
  const packed = deflateSync(content).toString('latin1');
  return Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n4 0 obj\n<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream\nendobj\n5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\ntrailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF`,
    'latin1',
  );
}

const LAUGHS =
  '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>';
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('hostile documents fail with a reason', () => {
  const OLE = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(600),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ]);

  test.each<[string, () => string | Uint8Array, string, ParseFailure, ParseOptions?]>([
    [
      'a bomb in a Word document',
      () => docxOf('', { 'word/media/a.bin': new Uint8Array(9 * MB) }),
      'a.docx',
      'too_much_unpacked',
      { bounds: { unpackedBytes: 8 * MB } },
    ],
    [
      'a bomb in a workbook',
      () => xlsxOf({ a: '' }, { 'xl/a.xml': new Uint8Array(2 * MB) }),
      'a.xlsx',
      'too_much_unpacked',
      { bounds: { unpackedBytes: MB } },
    ],
    [
      'a bomb in a presentation',
      () => pptxOf([{ title: 'x', lines: [] }], { 'ppt/a.xml': new Uint8Array(2 * MB) }),
      'a.pptx',
      'too_much_unpacked',
      { bounds: { unpackedBytes: MB } },
    ],
    [
      'a bomb in a book',
      () => epubOf([`<p>${'x'.repeat(2 * MB)}</p>`]),
      'a.epub',
      'too_much_unpacked',
      { bounds: { unpackedBytes: MB } },
    ],
    [
      'more parts than the bound',
      () => docxOf('', Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`a/${at}`, '']))),
      'a.docx',
      'too_much_unpacked',
      { bounds: { entries: 500 } },
    ],
    [
      'archives in an archive',
      () => zipOf({ 'a.zip': zipOf({ 'b.zip': zipOf({ 'c.txt': 'x' }) }) }),
      'a.zip',
      'unsupported_type',
    ],
    [
      'XML entities in a Word document',
      () => docxOf('', { 'word/document.xml': `<?xml version="1.0"?>${LAUGHS}<x>&c;</x>` }),
      'a.docx',
      'unsafe_content',
    ],
    [
      'XML entities in UTF-16',
      () => docxOf('', { 'word/document.xml': utf16(`<?xml version="1.0"?>${LAUGHS}<x>&c;</x>`) }),
      'a.docx',
      'unsafe_content',
    ],
    [
      'XML entities in a workbook',
      () => xlsxOf({ a: '' }, { 'xl/sharedStrings.xml': `${LAUGHS}<sst/>` }),
      'a.xlsx',
      'unsafe_content',
    ],
    [
      'XML entities in OpenDocument',
      () => opendocumentOf('text', '', { 'styles.xml': `${LAUGHS}<x/>` }),
      'a.odt',
      'unsafe_content',
    ],
    [
      'XML entities in a book',
      () => epubOf(['x'], { 'OEBPS/text/c0.xhtml': `${LAUGHS}<html>&c;</html>` }),
      'a.epub',
      'unsafe_content',
    ],
    [
      'a PDF of a hundred thousand pages',
      () => pdfOf([[{ text: 'page', y: 700 }]], { repeat: 100_000 }),
      'a.pdf',
      'too_many_pages',
    ],
    [
      'a workbook with endless rows',
      () => xlsxOf({ a: Array.from({ length: 20_001 }, (_, at) => sheetRow(at + 1, ['x'])).join('') }),
      'a.xlsx',
      'too_much_text',
      { bounds: { rows: 20_000 } },
    ],
    ['a CSV file with endless rows', () => 'a,b\n'.repeat(200_001), 'a.csv', 'too_much_text'],
    ['more text than the bound', () => 'word '.repeat(2_500_000), 'a.txt', 'too_much_text'],
    ['a larger file than the bound', () => new Uint8Array(2 * MB), 'a.txt', 'too_large', { bounds: { fileBytes: MB } }],
    ['an encrypted workbook', () => OLE, 'a.xlsx', 'encrypted'],
    ['a damaged archive', () => docxOf(wordParagraph('x')).slice(0, 900), 'a.docx', 'corrupt'],
    ['a damaged PDF', () => '%PDF-1.7\nnothing else', 'a.pdf', 'corrupt'],
    ['JSON that is not', () => '{"a": }', 'a.json', 'corrupt'],
    ['a notebook that is not', () => '{"cells": 1}', 'a.ipynb', 'corrupt'],
    ['a parser that takes too long', () => 'text', 'a.txt', 'too_slow', { bounds: { timeMs: 1 } }],
    [
      'a parser that takes too much memory',
      () => `${'a,b,c\n'.repeat(190_000)}`,
      'a.csv',
      'too_much_memory',
      { bounds: { memoryBytes: 56 * MB } },
    ],
  ])('%s', async (_, make, name, failure, options = {}) => {
    const outcome = await parse(make(), name, options);
    expect(outcome).toEqual({ status: 'failed', failure, reason: expect.stringMatching(/^[A-Z].{15,}\.$/) });
  });
});

describe('documents that are made to be slow or large end within the bounds', () => {
  const bounds = { timeMs: 3_000 };

  test.each<[string, () => string | Uint8Array, string]>([
    [
      'a PDF whose stream unpacks to 100 MB',
      () => pdfWithStream(Buffer.alloc(100 * MB, 'BT /F1 9 Tf (aaaaaaaa) Tj ET\n')),
      'a.pdf',
    ],
    [
      'a PDF whose pages are their own parents',
      () =>
        Buffer.from(pdfOf([[{ text: 'x', y: 1 }]]))
          .toString('latin1')
          .replace(/Kids \[.*?\] \/Count 1/, 'Kids [2 0 R 2 0 R] /Count 4000'),
      'a.pdf',
    ],
    ['a million elements in one another', () => `${'<div>'.repeat(1_000_000)}text`, 'a.html'],
    ['a million lists in one another', () => `${'<ul><li>'.repeat(200_000)}text`, 'a.html'],
    ['a million tables in one another', () => `${'<table><tr><td>'.repeat(200_000)}text`, 'a.html'],
    [
      'a table of endless merged cells',
      () => `<table>${`<tr>${'<td colspan=1000 rowspan=1000>x</td>'.repeat(500)}</tr>`.repeat(500)}</table>`,
      'a.html',
    ],
    ['JSON in JSON', () => `${'['.repeat(200_000)}1${']'.repeat(200_000)}`, 'a.json'],
    [
      'Markdown with endless marks',
      () =>
        `${'*a **b '.repeat(50_000)}\n\n${'['.repeat(50_000)}\n\n${'>'.repeat(50_000)} a\n\n${'| a '.repeat(50_000)}`,
      'a.md',
    ],
    ['a quote that never ends', () => `"${'a,b\n'.repeat(2_000_000)}`, 'a.csv'],
    ['RTF in RTF', () => `{\\rtf1 ${'{'.repeat(1_000_000)}text`, 'a.rtf'],
    [
      'messages in messages',
      () =>
        Array.from(
          { length: 2_000 },
          (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
        ).join(''),
      'a.eml',
    ],
    [
      'a sheet that says that it is as large as can be',
      () => xlsxOf({ a: '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>' }),
      'a.xlsx',
    ],
    [
      'OpenDocument cells that repeat a billion times',
      () =>
        opendocumentOf(
          'spreadsheet',
          '<table:table table:name="a"><table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16000" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
        ),
      'a.ods',
    ],
    [
      'shapes in shapes',
      () =>
        opendocumentOf(
          'presentation',
          `<draw:page>${'<draw:g>'.repeat(100_000)}${'</draw:g>'.repeat(100_000)}</draw:page>`,
        ),
      'a.odp',
    ],
  ])('%s', async (_, make, name) => {
    const document = make();
    const started = performance.now();
    const outcome = await parse(document, name, { bounds });
    expect(['parsed', 'failed']).toContain(outcome.status);
    if (outcome.status === 'failed') expect(outcome.failure).not.toBe('parser_failed');
    expect(performance.now() - started).toBeLessThan(bounds.timeMs + 14_000);
  });

  it('others are read as if nothing had happened', async () => {
    const slow = parse(pdfWithStream(Buffer.alloc(100 * MB, 'BT /F1 9 Tf (aaaaaaaa) Tj ET\n')), 'a.pdf', { bounds });
    const others = await Promise.all(Array.from({ length: 3 }, () => parse('Hello.', 'a.txt')));
    expect(others.map(({ status }) => status)).toEqual(['parsed', 'parsed', 'parsed']);
    await slow;
  });
});

describe('a document that calls home', () => {
  let server: Server;
  let calls: string[];
  let home: string;
  beforeAll(async () => {
    calls = [];
    server = createServer((request, response) => {
      calls.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
  });

  test.each<[string, (address: string) => string | Uint8Array]>([
    [
      'a.html',
      (address) =>
        `<html><head><base href="${address}/"><meta http-equiv="refresh" content="0;url=${address}/r"><link rel="stylesheet" href="${address}/c"><style>@import url(${address}/i)</style></head><body><img src="${address}/p" srcset="${address}/q 2x"><iframe src="${address}/f"></iframe><script src="${address}/s"></script><script>fetch('${address}/j')</script><video src="${address}/v" poster="${address}/o"></video><object data="${address}/d"></object><p>${'Some text to read. '.repeat(40)}</p></body></html>`,
    ],
    ['a.md', (address) => `![x](${address}/p)\n\n<img src="${address}/q">\n\nSome text.`],
    ['a.xml', (address) => `<!DOCTYPE x SYSTEM "${address}/dtd"><x>Some text.</x>`],
    [
      'a.docx',
      (address) =>
        docxOf(wordParagraph('Some text.'), {
          'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" Target="${address}/t" TargetMode="External"/></Relationships>`,
        }),
    ],
    [
      'a.odt',
      (address) =>
        opendocumentOf(
          'text',
          `<text:p>Some text.<draw:image xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="${address}/i"/></text:p>`,
        ),
    ],
    ['a.epub', (address) => epubOf([`<img src="${address}/i"/><p>Some text.</p>`])],
  ])('%s reaches nobody', async (name, make) => {
    for (const article of [false, true]) {
      const outcome = await parser.parseDocument(Buffer.from(make(home)), { name, article });
      expect(outcome.status).toBe('parsed');
    }
    expect(calls).toEqual([]);
  });

  /** Runs code with what a parser is started with, and returns what it prints. */
  async function runAsParser(code: string): Promise<string> {
    const child = spawn(
      process.execPath,
      [...parserArguments(DEFAULT_PARSE_BOUNDS, undefined), '--input-type=module', '-e', code],
      { env: {} },
    );
    let printed = '';
    child.stdout.on('data', (part: Buffer) => {
      printed += part.toString();
    });
    await new Promise((resolve) => child.once('close', resolve));
    return printed;
  }

  test.each([
    ['connections', `const net = await import('node:net'); net.connect(Number(process.argv[1]) || 80, '127.0.0.1')`],
    [
      'requests',
      `const http = await import('node:http'); await new Promise((done) => http.get('http://127.0.0.1:9/', done).once('error', (error) => { throw error }))`,
    ],
    ['fetch', `await fetch('http://127.0.0.1:9/')`],
    ['names', `const dns = await import('node:dns/promises'); await dns.lookup('localhost')`],
    ['datagrams', `const { createSocket } = await import('node:dgram'); createSocket('udp4')`],
    ['files', `const fs = await import('node:fs'); fs.readFileSync('/etc/hostname')`],
    ['writing', `const fs = await import('node:fs'); fs.writeFileSync(process.execPath + '.x', '')`],
    ['processes', `const { execSync } = await import('node:child_process'); execSync('true')`],
    ['threads', `const { Worker } = await import('node:worker_threads'); new Worker('0', { eval: true })`],
    ['code from strings', `new Function('return 1')()`],
  ])('could not if it tried: a parser has no %s', async (_, code) => {
    expect(
      await runAsParser(`try { ${code}; console.log('done') } catch (error) { console.log(error.message) }`),
    ).toMatch(
      /no network|fetch is not defined|Access to this API has been restricted|Code generation from strings disallowed/,
    );
  });
});

describe('a parser', () => {
  it('ends when the caller gives up, running or waiting', async () => {
    const single = openDocumentParser({ concurrency: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const running = single.parseDocument(Buffer.from('text'), { name: 'a.txt' }, { signal: first.signal });
    const waiting = single.parseDocument(Buffer.from('text'), { name: 'a.txt' }, { signal: second.signal });
    const last = single.parseDocument(Buffer.from('text'), { name: 'a.txt' });
    second.abort(new Error('not needed'));
    await expect(waiting).rejects.toThrow('not needed');
    first.abort(new Error('given up'));
    await expect(running).rejects.toThrow('given up');
    expect((await last).status).toBe('parsed');
    await single.close();
    await expect(single.parseDocument(Buffer.from('text'), { name: 'a.txt' })).rejects.toThrow('closed');
  });

  it('is ended by the kernel if the service that waits for it is gone', async () => {
    const forever = [process.execPath, '-e', 'for (;;);'] as const;
    const [program, ...rest] = limitProcessorTime([...forever], { ...DEFAULT_PARSE_BOUNDS, timeMs: 100 });
    const child = spawn(program, rest, { env: {} });
    expect(await new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)))).toBe('SIGXCPU');
  });

  it('says which file cannot be opened, or read to its end', async () => {
    await expect(parser.parseDocument({ path: '/nowhere/a.txt' }, { name: 'a.txt' })).rejects.toThrow('ENOENT');
    await expect(parser.parseDocument({ path: '/' }, { name: 'a.txt' })).rejects.toThrow('EISDIR');
  });
});
