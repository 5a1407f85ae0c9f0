import { GatewayError } from '@multilane/errors';
import { decodeFile, type EncodedFile, isSurelyNoText } from '@multilane/policy';
import type { TextMap } from './text-map.js';

/** Limits of the files that are decoded on the event loop in one walk through a request: their characters together, and their number. */
const MOST_CHARACTERS = 32 * 1024;
const MOST_FILES = 8;

/**
 * The texts of the files of one request. A few short files are decoded as they come; the others are noted, and decoded by another
 * thread: decoding megabytes, and guessing the charsets of many files, would hold the event loop.
 */
export class FileTexts {
  /** Texts of files by charset and data; undefined for a file that is no text. */
  readonly #known = new Map<string, Map<string, string | undefined>>();
  #waiting: EncodedFile[] = [];
  #isListing = false;
  #files = 0;
  #characters = 0;

  /** The map, with the files of the request. Call it for each walk again. */
  withMap(map: TextMap): TextMap {
    return this.#start(map, false);
  }

  /** The same where files may be noted. */
  withList(map: TextMap): TextMap {
    return this.#start(map, true);
  }

  #start(map: TextMap, isListing: boolean): TextMap {
    [this.#isListing, this.#files, this.#characters] = [isListing, 0, 0];
    const walk: TextMap = (text, role, format, content) => map(text, role, format, content);
    return Object.assign(walk, { files: this });
  }

  /** The files that were noted; each is to be given to `note`. */
  takeWaiting(): readonly EncodedFile[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }

  note({ charset = '', data }: EncodedFile, text: string | undefined): void {
    const known = this.#known.get(charset) ?? new Map<string, string | undefined>();
    known.set(data, text);
    this.#known.set(charset, known);
  }

  /**
   * The text of a file; undefined for one that is none, or that was noted.
   *
   * @throws GatewayError for a file that must be known by now and is not: what nobody looked into does not continue.
   */
  read(file: EncodedFile): string | undefined {
    const known = this.#known.get(file.charset ?? '');
    if (known?.has(file.data)) return known.get(file.data);
    if (isSurelyNoText(file)) return undefined;
    this.#files += 1;
    this.#characters += file.data.length;
    if (this.#files <= MOST_FILES && this.#characters <= MOST_CHARACTERS) return decodeFile(file);
    if (!this.#isListing)
      throw new GatewayError('guardrail_unavailable', {
        message: 'A file of the request is too long to be looked into for another provider than the first.',
      });
    this.#waiting.push(file);
    return undefined;
  }
}
