/** A page number that starts at 1: a page of a PDF, a slide, a sheet, a chapter. Undefined for formats without pages. */
interface OnPage {
  readonly page?: number;
}

export interface HeadingBlock extends OnPage {
  readonly kind: 'heading';
  /** 1 to 6; 1 is the highest. */
  readonly level: number;
  readonly text: string;
}

export interface ParagraphBlock extends OnPage {
  readonly kind: 'paragraph';
  readonly text: string;
}

export interface ListItem {
  readonly text: string;
  /** 0 for the items of the outermost list. */
  readonly depth: number;
  /** `-`, or a number such as `3.` */
  readonly marker: string;
}

export interface ListBlock extends OnPage {
  readonly kind: 'list';
  readonly items: readonly ListItem[];
}

export interface TableBlock extends OnPage {
  readonly kind: 'table';
  /** All rows, the header rows first. Merged cells have their text in each cell that they cover. */
  readonly rows: readonly (readonly string[])[];
  /** Number of header rows, 0 if unknown. Chunks of a long table repeat them. */
  readonly headerRows: number;
  readonly caption?: string;
}

export interface CodeBlock extends OnPage {
  readonly kind: 'code';
  readonly text: string;
  readonly language?: string;
}

export type Block = HeadingBlock | ParagraphBlock | ListBlock | TableBlock | CodeBlock;

/** Contents that a parser found in a document. */
export interface ParsedDocument {
  /** The media type of the bytes, which may differ from the one that the client sent. */
  readonly mediaType: string;
  readonly title?: string;
  /** BCP 47, as the document states it. */
  readonly language?: string;
  /** Number of pages, slides, sheets or chapters. */
  readonly pages?: number;
  /** Facts of the document such as `author`, `created` or `subject`. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly blocks: readonly Block[];
  /** Parts of the document that the blocks lack, in one sentence. */
  readonly leftOut?: string;
}
