import { type PackedTexts, packTextsOnly, unpackTexts } from '../packed-parts.js';
import { decodeFile, type EncodedFile } from './encoded-file.js';

/** Files whose texts another thread is to read. */
export interface DecodeAsk extends PackedTexts {
  readonly kind: 'decode';
  /** 1 for a file in base64. */
  readonly base64: Uint8Array;
  readonly charsets: readonly (string | undefined)[];
}

/** The result of reading files. */
export interface DecodeFound {
  readonly kind: 'decode';
  /** The text of each file; undefined for one that is none. */
  readonly texts: readonly (string | undefined)[];
}

/** Packs files for a thread that reads them. */
export function packFiles(files: readonly EncodedFile[]): DecodeAsk {
  const base64 = new Uint8Array(files.length);
  for (const [index, { isBase64 }] of files.entries()) base64[index] = Number(isBase64);
  const texts = packTextsOnly(files.map(({ data }) => ({ text: data })));
  return { kind: 'decode', ...texts, base64, charsets: files.map(({ charset }) => charset) };
}

/** Reads files, and can be interrupted after each. */
export function* decodeFiles(ask: DecodeAsk): Generator<undefined, DecodeFound> {
  const texts: (string | undefined)[] = [];
  for (const data of unpackTexts(ask)) {
    const index = texts.length;
    texts.push(decodeFile({ data, isBase64: ask.base64[index] === 1, charset: ask.charsets[index] }));
    yield;
  }
  return { kind: 'decode', texts };
}
