/** The formats with a parser. */
export type DocumentFormat =
  | 'text'
  | 'code'
  | 'markdown'
  | 'html'
  | 'csv'
  | 'json'
  | 'notebook'
  | 'email'
  | 'rtf'
  | 'pdf'
  | 'docx'
  | 'sheet'
  | 'slides'
  | 'opendocument'
  | 'epub'
  | 'image';

/** Type by a file name or by the bytes of a file. */
export interface FileType {
  readonly format: DocumentFormat | 'media' | 'unsupported';
  readonly mediaType: string;
  /** In messages: "a PDF". */
  readonly label: string;
  /** For unsupported types: what to do. */
  readonly advice?: string;
}

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

const type = (format: FileType['format'], mediaType: string, label: string, advice?: string): FileType => ({
  format,
  mediaType,
  label,
  advice,
});

const PLAIN = type('text', 'text/plain', 'a text file');
const MARKDOWN = type('markdown', 'text/markdown', 'a Markdown file');
const HTML = type('html', 'text/html', 'an HTML page');
const JSON_LINES = type('json', 'application/jsonl', 'a JSON file');
const WORD = type('docx', `${OOXML}.wordprocessingml.document`, 'a Word document');
const EXCEL = type('sheet', `${OOXML}.spreadsheetml.sheet`, 'an Excel workbook');
const SLIDES = type('slides', `${OOXML}.presentationml.presentation`, 'a PowerPoint presentation');
const OLD_OFFICE = 'Save it in the current format (.docx or .pptx) or as a PDF, then upload that.';
const ARCHIVE = 'Unpack it, then upload the documents that it contains.';

/** Source code and configuration: read as it is, cut at lines. */
const CODE_EXTENSIONS =
  'c cc cpp cs css dart go graphql h hpp ini java js jsx kt lua mjs php pl proto ps1 py r rb rs scala scss sh sql svelte swift tex toml ts tsx vue xml yaml yml';

/** Sound and video, which a transcription model reads. */
const MEDIA_EXTENSIONS =
  'aac aif aiff avi flac m4a m4v mkv mov mp3 mp4 mpeg mpga mpg oga ogg opus wav weba webm wma wmv';

const IMAGE_EXTENSIONS = 'bmp gif jpeg jpg png tif tiff webp';

/** By the extension of a file name, in lower case. */
export const TYPE_BY_EXTENSION: ReadonlyMap<string, FileType> = new Map<string, FileType>([
  ...['txt', 'text', 'log', 'srt', 'vtt', 'rst', 'adoc'].map((name): [string, FileType] => [name, PLAIN]),
  ...['md', 'markdown', 'mdx'].map((name): [string, FileType] => [name, MARKDOWN]),
  ...['html', 'htm', 'xhtml'].map((name): [string, FileType] => [name, HTML]),
  ...CODE_EXTENSIONS.split(' ').map((name): [string, FileType] => [name, type('code', 'text/plain', 'a text file')]),
  ['csv', type('csv', 'text/csv', 'a CSV file')],
  ['tsv', type('csv', 'text/tab-separated-values', 'a TSV file')],
  ['json', type('json', 'application/json', 'a JSON file')],
  ['jsonl', JSON_LINES],
  ['ndjson', JSON_LINES],
  ['ipynb', type('notebook', 'application/x-ipynb+json', 'a notebook')],
  ['eml', type('email', 'message/rfc822', 'an e-mail')],
  ['rtf', type('rtf', 'application/rtf', 'an RTF document')],
  ['pdf', type('pdf', 'application/pdf', 'a PDF')],
  ['docx', WORD],
  ['docm', WORD],
  ['dotx', WORD],
  ['xlsx', EXCEL],
  ['xlsm', EXCEL],
  ['xltx', EXCEL],
  ['xls', type('sheet', 'application/vnd.ms-excel', 'an Excel workbook')],
  ['pptx', SLIDES],
  ['pptm', SLIDES],
  ['ppsx', SLIDES],
  ['odt', type('opendocument', `${ODF}.text`, 'an OpenDocument text')],
  ['odp', type('opendocument', `${ODF}.presentation`, 'an OpenDocument presentation')],
  ['ods', type('sheet', `${ODF}.spreadsheet`, 'an OpenDocument spreadsheet')],
  ['epub', type('epub', 'application/epub+zip', 'an EPUB book')],
  ...IMAGE_EXTENSIONS.split(' ').map((name): [string, FileType] => [name, type('image', 'image/*', 'an image')]),
  ...MEDIA_EXTENSIONS.split(' ').map((name): [string, FileType] => [name, type('media', 'audio/*', 'sound or video')]),
  ['doc', type('unsupported', 'application/msword', 'an old Word document', OLD_OFFICE)],
  ['ppt', type('unsupported', 'application/vnd.ms-powerpoint', 'an old PowerPoint presentation', OLD_OFFICE)],
  [
    'msg',
    type('unsupported', 'application/vnd.ms-outlook', 'an Outlook message', 'Save it as .eml, then upload that.'),
  ],
  ...['zip', 'gz', 'tar', 'tgz', 'rar', '7z', 'bz2', 'xz', 'zst'].map((name): [string, FileType] => [
    name,
    type('unsupported', 'application/zip', 'an archive', ARCHIVE),
  ]),
]);

/** By media type, for files whose name has no known extension. */
export const TYPE_BY_MEDIA_TYPE: ReadonlyMap<string, FileType> = new Map<string, FileType>([
  ...[...TYPE_BY_EXTENSION.values()].map((entry): [string, FileType] => [entry.mediaType, entry]),
  ['text/plain', PLAIN],
  ['text/x-markdown', MARKDOWN],
  ['application/xhtml+xml', HTML],
  ['application/x-ndjson', JSON_LINES],
]);
