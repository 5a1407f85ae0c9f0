import type { Readable } from 'node:stream';
import { fromBufferPromise } from 'yauzl';
import { ParseError } from './parse-error.js';
import type { ParseBounds } from './parse-outcome.js';

/** The parts of an archive that parsers read as XML. */
const XML_PART = /\.(xml|rels|opf|ncx|xhtml|html|htm|vml)$/i;

/** Declarations of entities are at the start of a document; this much of each part is searched for them. */
const DECLARATION_WITHIN = 64 * 1024;

/**
 * Unpacks a document that is a ZIP archive and counts what comes out, because the sizes that an archive declares may be
 * lies. Rejects bombs, encrypted entries and XML that declares entities, before any parser sees them.
 * @param wanted says which entries are returned, and with a number, up to how many bytes
 * @returns the contents of the entries that `wanted` names; none of an entry that is larger
 */
export async function openArchive(
  bytes: Uint8Array,
  bounds: ParseBounds,
  wanted: (name: string) => boolean | number = () => false,
): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const left: Allowance = { bytes: bounds.unpackedBytes, entries: bounds.entries };
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
      lazyEntries: true,
    });
    for await (const entry of zip.eachEntry()) {
      left.entries -= 1;
      if (left.entries < 0) throw tooMuch(`more than ${bounds.entries} files`);
      if (entry.isEncrypted()) throw new ParseError('encrypted', PROTECTED);
      if (entry.fileName.endsWith('/')) continue;
      const content = await readEntry(await zip.openReadStreamPromise(entry), entry.fileName, wanted, left, bounds);
      if (content !== undefined) found.set(entry.fileName, content);
    }
  } catch (error) {
    if (error instanceof ParseError) throw error;
    throw new ParseError(
      'corrupt',
      'The file is damaged: it is an archive that cannot be unpacked. Upload the original file again.',
    );
  }
  return found;
}

const NOTHING = Buffer.alloc(0);

/** The content of an entry that is wanted. */
async function readEntry(
  entry: Readable,
  name: string,
  wanted: (name: string) => boolean | number,
  left: Allowance,
  bounds: ParseBounds,
): Promise<Buffer | undefined> {
  const keeps = wanted(name);
  const isSearched = XML_PART.test(name);
  const most = keeps === true ? Number.POSITIVE_INFINITY : Number(keeps);
  const content = await unpack(entry, Math.max(most, isSearched ? DECLARATION_WITHIN : 0), left, bounds);
  if (isSearched) refuseEntities(content);
  if (keeps === false) return undefined;
  return content.length > most ? NOTHING : content;
}

interface Allowance {
  bytes: number;
  entries: number;
}

/** Reads an entry to its end and returns its first `readBytes` bytes, and a piece more if it has more. */
async function unpack(entry: Readable, readBytes: number, left: Allowance, bounds: ParseBounds): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of entry as AsyncIterable<Buffer>) {
    left.bytes -= part.length;
    if (left.bytes < 0) throw tooMuch(`more than ${Math.floor(bounds.unpackedBytes / 2 ** 20)} MB`);
    if (size <= readBytes) parts.push(part);
    size += part.length;
  }
  return Buffer.concat(parts);
}

const PROTECTED = 'The document is protected by a password. Remove the password, then upload it again.';

const tooMuch = (what: string) =>
  new ParseError(
    'too_much_unpacked',
    `Unpacked, the document would have ${what}, which is over the limit. Split it into smaller documents.`,
  );

/** No program writes entity declarations into these formats; they are how small files become gigabytes. */
function refuseEntities(xml: Buffer): void {
  const wide = xml[0] === 0xff || xml[0] === 0xfe || xml[0] === 0 || xml[1] === 0;
  const start = wide
    ? xml.subarray(0, DECLARATION_WITHIN).toString('latin1').replaceAll('\0', '')
    : xml.toString('latin1', 0, DECLARATION_WITHIN);
  if (/<!ENTITY/i.test(start)) {
    throw new ParseError(
      'unsafe_content',
      'The document declares XML entities, which is not allowed. Save it again with an office program, then upload that.',
    );
  }
}
