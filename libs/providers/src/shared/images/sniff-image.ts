/** Type of an image, by its first bytes. */
export type ImageType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'image/bmp'
  | 'image/avif'
  | 'image/heic'
  | 'image/tiff'
  | 'image/svg+xml';

/** Magic numbers by offset, as Latin-1. The first that fits counts. */
const MAGIC: readonly (readonly [ImageType, readonly (readonly [number, string])[]])[] = [
  ['image/png', at(0, '\x89PNG\r\n\x1a\n')],
  ['image/jpeg', at(0, '\xff\xd8\xff')],
  ['image/gif', at(0, 'GIF87a')],
  ['image/gif', at(0, 'GIF89a')],
  ['image/webp', [...at(0, 'RIFF'), ...at(8, 'WEBP')]],
  ['image/avif', at(4, 'ftypavif')],
  ['image/avif', at(4, 'ftypavis')],
  ['image/heic', at(4, 'ftyphei')],
  ['image/heic', at(4, 'ftypmif1')],
  ['image/tiff', at(0, 'II*\0')],
  ['image/tiff', at(0, 'MM\0*')],
  ['image/bmp', at(0, 'BM')],
];

/** The bytes that are looked at. An SVG may begin with a long comment; one that does is not recognized. */
const HEAD_BYTES = 1_024;

/** `<svg`, behind a byte order mark, an XML declaration, a document type and comments. */
const SVG = /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*-->\s*|<!doctype[^>]*>\s*)*<svg[\s>/]/is;

/** The type of an image by its bytes; undefined for what is none that is known. Declared types and names do not count. */
export function sniffImage(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES));
  const latin = head.toString('latin1');
  const found = MAGIC.find(([, parts]) => parts.every(([offset, magic]) => latin.startsWith(magic, offset)));
  if (found) return found[0];
  return SVG.test(head.toString('utf8')) ? 'image/svg+xml' : undefined;
}

function at(offset: number, magic: string): readonly (readonly [number, string])[] {
  return [[offset, magic]];
}
