/** Media types by the ending of a file's name, for the types that the provider reads (ai.google.dev, "File input methods"). */
const BY_ENDING: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['bmp', 'image/bmp'],
  ['heic', 'image/heic'],
  ['heif', 'image/heif'],
  ['gif', 'image/gif'],
  ['pdf', 'application/pdf'],
  ['json', 'application/json'],
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
  ['html', 'text/html'],
  ['css', 'text/css'],
  ['csv', 'text/csv'],
  ['xml', 'text/xml'],
  ['rtf', 'text/rtf'],
  ['js', 'text/javascript'],
]);

/** The media type of a file's name or path; undefined when it has none. */
export function guessMediaType(name: string): string | undefined {
  return BY_ENDING.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}
