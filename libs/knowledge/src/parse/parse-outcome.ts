import type { ParsedDocument } from '../document/parsed-document.js';

/** Reason why a document cannot be read. The codes are stable; the reasons are for people. */
export const PARSE_FAILURES = [
  /** No parser for this type, or the bytes are no document. */
  'unsupported_type',
  /** The bytes are of another type than the name says. */
  'type_mismatch',
  /** Encrypted, or locked with a password. */
  'encrypted',
  /** Damaged, truncated, or not valid for its format. */
  'corrupt',
  /** No text: empty, or scanned while OCR is off. */
  'no_text',
  /** Contains what no honest document does, such as XML entity declarations. */
  'unsafe_content',
  'too_large',
  'too_many_pages',
  'too_much_unpacked',
  'too_much_text',
  'too_slow',
  'too_much_memory',
  /** The parser ended without an answer; trying again may help. */
  'parser_failed',
] as const;

export type ParseFailure = (typeof PARSE_FAILURES)[number];

export type ParseOutcome =
  | { readonly status: 'parsed'; readonly document: ParsedDocument }
  /** Sound or video: transcribe it with a model, then chunk the text. */
  | { readonly status: 'needs_transcription'; readonly mediaType: string }
  | {
      readonly status: 'failed';
      readonly failure: ParseFailure;
      /** One sentence that says what is wrong and what to do. Contains nothing of the document's text. */
      readonly reason: string;
    };

/** Facts about a document beside its bytes. */
export interface DocumentFacts {
  /** The file name; its extension is compared with the bytes. */
  readonly name: string;
  /** The media type that the client or the server sent. Used if neither the bytes nor the name show the type. */
  readonly mediaType?: string;
  /** True for web pages: only the article is read, without menus, footers and advertisements. */
  readonly article?: boolean;
}

/** Limits of one document. */
export interface ParseBounds {
  /** Size of the file, in bytes. */
  readonly fileBytes: number;
  /** Time of the parser from its start, in milliseconds. */
  readonly timeMs: number;
  /** Resident memory of the parser's process, in bytes. */
  readonly memoryBytes: number;
  /** Pages, slides, sheets or chapters. */
  readonly pages: number;
  /** Rows of all tables of a document. */
  readonly rows: number;
  /** Size of an unpacked archive (DOCX, XLSX, EPUB …), in bytes. */
  readonly unpackedBytes: number;
  /** Entries of an archive. */
  readonly entries: number;
  /** Characters of the text. */
  readonly textLength: number;
}

export const DEFAULT_PARSE_BOUNDS: ParseBounds = {
  fileBytes: 100 * 1024 * 1024,
  timeMs: 60_000,
  memoryBytes: 512 * 1024 * 1024,
  pages: 5_000,
  rows: 200_000,
  unpackedBytes: 256 * 1024 * 1024,
  entries: 10_000,
  textLength: 10_000_000,
};

export interface OcrOptions {
  /** Tesseract's names of languages, such as `eng` or `deu`. The data is in the packages `@tesseract.js-data/<name>`. */
  readonly languages: readonly string[];
  /** Images that are read in one document, the pages of a scan included. */
  readonly images: number;
}

export interface ParseOptions {
  /** Undefined: images and scans fail with `no_text`. */
  readonly ocr?: OcrOptions;
  /** Bounds that differ from the defaults. */
  readonly bounds?: Partial<ParseBounds>;
  /** Ends the parser, or takes the document out of the queue. The promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The bytes of a document, at once or piece by piece, or the path of a file. The caller's process reads them. */
export type DocumentInput =
  | Uint8Array
  | { readonly path: string }
  | {
      /** In bytes. */
      readonly size: number;
      open(): AsyncIterable<Uint8Array>;
    };

/** Parses documents, a bounded number at a time, each in a process of its own. */
export interface DocumentParser {
  /** Never rejects for what a document contains: every such failure is an outcome. */
  parseDocument(input: DocumentInput, facts: DocumentFacts, options?: ParseOptions): Promise<ParseOutcome>;
  /** Ends the running parsers. */
  close(): Promise<void>;
}
