import { UsageFileError } from './usage-file-error.js';

/** One object of a file, as text, and the line at which it begins. */
export interface JsonPiece {
  readonly text: string;
  readonly line: number;
}

/** Characters of one object at most: rows of LiteLLM may hold whole conversations. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE = 0x0a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Cuts JSON of any length into its objects: those of a list, those of the list `data` of a page, or one a line. Only the object that is being
 * read is in memory. Nothing is parsed.
 *
 * @param most Characters of one object at most
 * @throws UsageFileError with the line, for an object that is too large and for text behind which the file ends in the middle
 */
export async function* splitJson(
  file: string,
  chunks: AsyncIterable<string>,
  most: number = MOST_CHARACTERS,
): AsyncGenerator<JsonPiece> {
  const splitter = new JsonSplitter(file, most);
  for await (const chunk of chunks) yield* splitter.push(chunk);
  splitter.end();
}

class JsonSplitter {
  private line = 1;
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  /** Depth at which the objects begin: 0 for one after the other, 1 in a list, 2 in the list of a page. */
  private level = 0;
  /** Parts of the object that is being read; undefined between objects. */
  private parts: string[] | undefined = undefined;
  private size = 0;
  /** Place in the current chunk from which its text is part of the object. */
  private from = 0;
  private startLine = 1;
  /** The latest text at the first level of a page, and where the current one begins. */
  private name = '';
  private isName = false;

  constructor(
    private readonly file: string,
    private readonly most: number,
  ) {}

  *push(chunk: string): Generator<JsonPiece> {
    this.from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (code === LINE) this.line += 1;
      if (this.isInText) this.readText(code, chunk[at] ?? '');
      else if (code === QUOTE) this.beginText();
      else if (code === OPEN_OBJECT || code === OPEN_LIST) this.open(code, at);
      else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
        const piece = this.close(chunk, at);
        if (piece !== undefined) yield piece;
      } else this.checkOutside(code);
    }
    if (this.parts !== undefined) this.add(chunk.slice(this.from));
  }

  private open(code: number, at: number): void {
    if (code === OPEN_LIST && this.isList()) {
      this.level = this.depth + 1;
      this.parts = undefined;
    } else if (code === OPEN_LIST && this.depth === this.level && this.parts === undefined) {
      throw this.fail('The file is no JSON of usage: a list stands where an object was expected.');
    } else if (code === OPEN_OBJECT && this.depth === this.level && this.parts === undefined) {
      this.parts = [];
      this.size = 0;
      this.startLine = this.line;
      this.from = at;
    }
    this.depth += 1;
  }

  private close(chunk: string, at: number): JsonPiece | undefined {
    this.depth -= 1;
    if (this.depth < 0) throw this.fail('The file is no JSON: a bracket closes that did not open.');
    const isEnd = this.parts !== undefined && this.depth === this.level;
    if (isEnd) this.add(chunk.slice(this.from, at + 1));
    const piece = isEnd ? { text: this.parts?.join('') ?? '', line: this.startLine } : undefined;
    if (isEnd) this.parts = undefined;
    if (this.depth < this.level) this.level = 0;
    return piece;
  }

  /** Fails for a file that ends in the middle. */
  end(): void {
    if (this.depth > 0 || this.isInText) throw this.fail('The file ends in the middle of an object.');
  }

  /** True if the list that begins is the file itself, or `data` of a page. */
  private isList(): boolean {
    return this.level === 0 && (this.depth === 0 || (this.depth === 1 && this.name === 'data'));
  }

  private beginText(): void {
    this.isInText = true;
    this.isName = this.depth === 1 && this.level === 0;
    if (this.isName) this.name = '';
    this.checkOutside(QUOTE);
  }

  private readText(code: number, character: string): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (code === BACKSLASH) this.isEscaped = true;
    else if (code === QUOTE) {
      this.isInText = false;
      return;
    }
    // No name of interest is longer.
    if (this.isName && this.name.length < 8) this.name += character;
  }

  /** Texts and numbers stand in objects alone. */
  private checkOutside(code: number): void {
    const isSpace =
      code === 0x20 || code === 0x09 || code === LINE || code === 0x0d || code === 0x2c || code === 0xfeff;
    if (!isSpace && this.depth === this.level && this.parts === undefined) {
      throw this.fail('The file is no JSON of usage: an object was expected.');
    }
  }

  private add(text: string): void {
    this.size += text.length;
    if (this.size > this.most) {
      throw new UsageFileError(
        { file: this.file, line: this.startLine },
        `The row is too large: at most ${this.most} characters are read.`,
      );
    }
    this.parts?.push(text);
  }

  private fail(problem: string): UsageFileError {
    return new UsageFileError({ file: this.file, line: this.line }, problem);
  }
}
