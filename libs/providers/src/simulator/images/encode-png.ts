import { crc32, deflate } from 'node:zlib';

export interface IndexedImage {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each colour, at most 256. */
  readonly palette: readonly (readonly [number, number, number])[];
  /** A byte a pixel, row by row, with a zero before each row: the rows are not filtered. */
  readonly rows: Buffer;
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A PNG of indexed colours (W3C, Portable Network Graphics). Compressed off the event loop. */
export async function encodePng({ width, height, palette, rows }: IndexedImage): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, indexed; deflate, no interlacing.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    writeChunk('IHDR', header),
    writeChunk('PLTE', Buffer.from(palette.flat())),
    writeChunk('IDAT', await compress(rows)),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function writeChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

function compress(rows: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    deflate(rows, { level: 4 }, (error, compressed) => (error ? reject(error) : resolve(compressed)));
  });
}
