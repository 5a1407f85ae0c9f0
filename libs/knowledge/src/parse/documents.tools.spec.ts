import { strToU8, type Zippable, zipSync } from 'fflate';

/** Small documents of each format, made by the tests that read them. */

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const OOXML = 'http://schemas.openxmlformats.org';
const RELATIONSHIP = `${OOXML}/officeDocument/2006/relationships`;

/** A ZIP archive; an entry whose name ends with `!` is stored as it is. */
export function zipOf(entries: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(entries)) {
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    files[name.replace(/!$/, '')] = name.endsWith('!') ? [bytes, { level: 0 }] : bytes;
  }
  return zipSync(files);
}

const relationships = (...targets: [id: string, type: string, target: string][]) =>
  `${XML}<Relationships xmlns="${OOXML}/package/2006/relationships">${targets
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONSHIP}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const contentTypes = (overrides: Readonly<Record<string, string>>) =>
  `${XML}<Types xmlns="${OOXML}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${Object.entries(
    overrides,
  )
    .map(
      ([part, type]) =>
        `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
    )
    .join('')}</Types>`;

/** A Word document with the given XML in its body. */
export function docxOf(body: string, extra: Readonly<Record<string, string | Uint8Array>> = {}): Uint8Array {
  const styles = [1, 2].map(
    (level) => `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`,
  );
  return zipOf({
    '[Content_Types].xml': contentTypes({
      '/word/document.xml': 'wordprocessingml.document.main',
      '/word/styles.xml': 'wordprocessingml.styles',
    }),
    '_rels/.rels': relationships(['r1', 'officeDocument', 'word/document.xml']),
    'docProps/core.xml': `${XML}<cp:coreProperties xmlns:cp="${OOXML}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Annual report</dc:title><dc:creator>Ada</dc:creator></cp:coreProperties>`,
    'word/_rels/document.xml.rels': relationships(['r1', 'styles', 'styles.xml']),
    'word/styles.xml': `${XML}<w:styles xmlns:w="${OOXML}/wordprocessingml/2006/main">${styles.join('')}</w:styles>`,
    'word/document.xml': `${XML}<w:document xmlns:w="${OOXML}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ...extra,
  });
}

export const wordParagraph = (text: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

export const wordTable = (rows: readonly (readonly string[])[]) =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

/** A workbook of sheets whose XML is given as the content of `sheetData`. */
export function xlsxOf(
  sheets: Readonly<Record<string, string>>,
  extra: Readonly<Record<string, string | Uint8Array>> = {},
): Uint8Array {
  const names = Object.keys(sheets);
  const main = `${OOXML}/spreadsheetml/2006/main`;
  const parts = Object.values(sheets).map((data, at): [string, string] => [
    `xl/worksheets/sheet${at + 1}.xml`,
    `${XML}<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
  ]);
  return zipOf({
    '[Content_Types].xml': contentTypes({
      '/xl/workbook.xml': 'spreadsheetml.sheet.main',
      ...Object.fromEntries(parts.map(([name]) => [`/${name}`, 'spreadsheetml.worksheet'])),
    }),
    '_rels/.rels': relationships(['r1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${XML}<workbook xmlns="${main}" xmlns:r="${RELATIONSHIP}"><sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ...names.map((_, at): [string, string, string] => [`s${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`]),
    ),
    ...Object.fromEntries(parts),
    ...extra,
  });
}

export const sheetRow = (number: number, cells: readonly string[]) =>
  `<row r="${number}">${cells.map((cell, at) => `<c r="${String.fromCharCode(65 + at)}${number}" t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;

/** A presentation: each slide has a title, lines, and perhaps a table. */
export function pptxOf(
  slides: readonly { title: string; lines: readonly string[]; table?: readonly (readonly string[])[] }[],
  extra: Readonly<Record<string, string | Uint8Array>> = {},
): Uint8Array {
  const a = `${OOXML}/drawingml/2006/main`;
  const p = `${OOXML}/presentationml/2006/main`;
  const shape = (type: string, lines: readonly string[]) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:cNvSpPr/><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${lines
      .map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`)
      .join('')}</p:txBody></p:sp>`;
  const table = (rows: readonly (readonly string[])[]) =>
    `<p:graphicFrame><a:graphic><a:graphicData uri="${OOXML}/drawingml/2006/table"><a:tbl>${rows
      .map(
        (row) =>
          `<a:tr h="1">${row.map((cell) => `<a:tc><a:txBody><a:bodyPr/><a:p><a:r><a:t>${cell}</a:t></a:r></a:p></a:txBody></a:tc>`).join('')}</a:tr>`,
      )
      .join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  const parts = slides.map((slide, at): [string, string] => [
    `ppt/slides/slide${at + 1}.xml`,
    `${XML}<p:sld xmlns:a="${a}" xmlns:p="${p}"><p:cSld><p:spTree>${shape('title', [slide.title])}${shape('body', slide.lines)}${slide.table ? table(slide.table) : ''}</p:spTree></p:cSld></p:sld>`,
  ]);
  return zipOf({
    '[Content_Types].xml': contentTypes({
      '/ppt/presentation.xml': 'presentationml.presentation.main',
      ...Object.fromEntries(parts.map(([name]) => [`/${name}`, 'presentationml.slide'])),
    }),
    '_rels/.rels': relationships(['r1', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `${XML}<p:presentation xmlns:p="${p}" xmlns:r="${RELATIONSHIP}"><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      ...slides.map((_, at): [string, string, string] => [`s${at + 1}`, 'slide', `slides/slide${at + 1}.xml`]),
    ),
    ...Object.fromEntries(parts),
    ...extra,
  });
}

const CHART_TYPE = `${OOXML}/officeDocument/2006/relationships/chart`;

/** The relationships of a part to charts and drawings, by their ids. */
export const relationshipsOf = (targets: Readonly<Record<string, readonly [type: string, target: string]>>) =>
  `${XML}<Relationships xmlns="${OOXML}/package/2006/relationships">${Object.entries(targets)
    .map(
      ([id, [type, target]]) =>
        `<Relationship Id="${id}" Type="${CHART_TYPE.replace(/chart$/, type)}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const cacheOf = (kind: 'str' | 'num', values: readonly string[], format = '') =>
  `<c:${kind}Ref><c:f>Sheet1!$A$1</c:f><c:${kind}Cache>${format && `<c:formatCode>${format}</c:formatCode>`}<c:ptCount val="${values.length}"/>${values
    .map((value, at) => (value === '' ? '' : `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`))
    .join('')}</c:${kind}Cache></c:${kind}Ref>`;

/** A bar chart with the values that it stores: for each series a name and a value for each category. */
export function chartOf(
  title: string,
  categories: readonly string[],
  series: Readonly<Record<string, readonly string[]>>,
  { categoryFormat = '', valueFormat = '', valueTitle = '' } = {},
): string {
  const rich = (text: string) =>
    `<c:title><c:tx><c:rich><a:bodyPr/><a:p>${text
      .split(/(?<= )/)
      .map((word) => `<a:r><a:t>${word}</a:t></a:r>`)
      .join('')}</a:p></c:rich></c:tx></c:title>`;
  const each = Object.entries(series).map(
    ([name, values], at) =>
      `<c:ser><c:idx val="${at}"/><c:tx>${cacheOf('str', [name])}</c:tx><c:cat>${categoryFormat ? cacheOf('num', categories, categoryFormat) : cacheOf('str', categories)}</c:cat><c:val>${cacheOf('num', values, valueFormat)}</c:val></c:ser>`,
  );
  return `${XML}<c:chartSpace xmlns:c="${OOXML}/drawingml/2006/chart" xmlns:a="${OOXML}/drawingml/2006/main"><c:chart>${title && rich(title)}<c:plotArea><c:layout/><c:barChart>${each.join('')}</c:barChart><c:catAx><c:axId val="1"/></c:catAx><c:valAx><c:axId val="2"/>${valueTitle && rich(valueTitle)}</c:valAx></c:plotArea></c:chart></c:chartSpace>`;
}

/** A run of a Word document that shows a chart. */
export const wordChart = (id: string) =>
  `<w:p><w:r><w:drawing><wp:inline xmlns:wp="${OOXML}/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="${OOXML}/drawingml/2006/main"><a:graphicData uri="${OOXML}/drawingml/2006/chart"><c:chart xmlns:c="${OOXML}/drawingml/2006/chart" xmlns:r="${RELATIONSHIP}" r:id="${id}"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

/** An OpenDocument file of a kind: `text`, `presentation` or `spreadsheet`. */
export function opendocumentOf(kind: string, body: string, extra: Readonly<Record<string, string>> = {}): Uint8Array {
  const ns = ['office', 'text', 'table', 'draw', 'presentation', 'style', 'chart'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const mediaType = `application/vnd.oasis.opendocument.${kind}`;
  return zipOf({
    'mimetype!': mediaType,
    'META-INF/manifest.xml': `${XML}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mediaType}"/></manifest:manifest>`,
    'content.xml': `${XML}<office:document-content ${ns.join(' ')} office:version="1.2"><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ...extra,
  });
}

/** A table of an OpenDocument file. */
export const opendocumentTable = (rows: readonly (readonly string[])[], name = '') =>
  `<table:table${name && ` table:name="${name}"`}>${rows
    .map(
      (row) =>
        `<table:table-row>${row.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`,
    )
    .join('')}</table:table>`;

/** A frame that shows an embedded object, and a picture of it for programs that cannot. */
export const opendocumentObject = (folder: string) =>
  `<draw:frame><draw:object xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="./${folder}"/><draw:image xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="./ObjectReplacements/${folder}"/></draw:frame>`;

/** The content of an embedded object. */
export const opendocumentContent = (body: string) =>
  `${XML}<office:document-content ${['office', 'text', 'table', 'chart'].map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`).join(' ')}><office:body>${body}</office:body></office:document-content>`;

/** A book with the given bodies of chapters. */
export function epubOf(chapters: readonly string[], extra: Readonly<Record<string, string>> = {}): Uint8Array {
  const items = chapters.map(
    (_, at) => `<item id="c${at}" href="text/c${at}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  return zipOf({
    'mimetype!': 'application/epub+zip',
    'META-INF/container.xml': `${XML}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'OEBPS/book.opf': `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A small book</dc:title><dc:creator>Ada</dc:creator><dc:creator>Ben</dc:creator><dc:language>en</dc:language></metadata><manifest>${items.join('')}</manifest><spine>${chapters.map((_, at) => `<itemref idref="c${at}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((body, at) => [
        `OEBPS/text/c${at}.xhtml`,
        `${XML}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${body}</body></html>`,
      ]),
    ),
    ...extra,
  });
}

export interface PdfPiece {
  readonly text: string;
  readonly x?: number;
  readonly y: number;
  readonly size?: number;
}

/** A PDF with texts at places, a list for each page. `pages` may ask for one page many times over. */
export function pdfOf(pages: readonly (readonly PdfPiece[])[], { repeat = 1 } = {}): Uint8Array {
  const objects: string[] = [];
  const add = (content: string) => objects.push(content) && objects.length;
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add('');
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const kids = pages.map((pieces) => {
    const draw = pieces
      .map(
        ({ text, x = 72, y, size = 12 }) => `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`,
      )
      .join('\n');
    const stream = add(`<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`);
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${stream} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
    );
  });
  const references = Array.from({ length: repeat }, () => kids.map((kid) => `${kid} 0 R`).join(' ')).join(' ');
  objects[1] = `<< /Type /Pages /Kids [${references}] /Count ${kids.length * repeat} >>`;
  let body = '%PDF-1.4\n';
  const offsets = objects.map((content, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${content}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return strToU8(
    `${body}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    true,
  );
}
