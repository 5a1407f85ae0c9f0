import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { takeTurns } from '@multilane/testing';
import { SHARED_FIXTURES_BEYOND_TEXT } from '@multilane/testing/shared-fixtures';
import { renderDocument } from '../document/render-document.js';
import { openDocumentParser } from './open-document-parser.js';
import type { DocumentParser } from './parse-outcome.js';

const itInTurn = takeTurns(it);

// A page takes two seconds alone, and many more beside other tests.
jest.setTimeout(120_000);

const OCR = { languages: ['eng'], images: 20 };
const PATIENT = { ocr: OCR, bounds: { timeMs: 100_000 } };

/** A font of five by seven points, for the letters of the word `HEEL`. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  H: ['x...x', 'x...x', 'x...x', 'xxxxx', 'x...x', 'x...x', 'x...x'],
  E: ['xxxxx', 'x....', 'x....', 'xxxx.', 'x....', 'x....', 'xxxxx'],
  L: ['x....', 'x....', 'x....', 'x....', 'x....', 'x....', 'xxxxx'],
};

/** A grey picture of a word, with letters of `scale` pixels a point. */
function drawWord(word: string, scale: number): { width: number; height: number; pixels: Buffer } {
  const width = (word.length * 6 + 6) * scale;
  const height = 13 * scale;
  const pixels = Buffer.alloc(width * height, 255);
  [...word].forEach((letter, at) => {
    LETTERS[letter]?.forEach((row, y) => {
      [...row].forEach((point, x) => {
        if (point !== 'x') return;
        for (let line = 0; line < scale; line += 1) {
          const start = ((y + 3) * scale + line) * width + (at * 6 + x + 3) * scale;
          pixels.fill(0, start, start + scale);
        }
      });
    });
  });
  return { width, height, pixels };
}

/** A PDF whose page is a picture. */
function scanOf({ width, height, pixels }: ReturnType<typeof drawWord>): Buffer {
  const image = deflateSync(pixels).toString('latin1');
  const draw = `${width} 0 0 ${height} 0 0 cm /I Do`;
  return Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>\nendobj\n4 0 obj\n<< /Length ${draw.length} >>\nstream\n${draw}\nendstream\nendobj\n5 0 obj\n<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /Length ${image.length} >>\nstream\n${image}\nendstream\nendobj\ntrailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF`,
    'latin1',
  );
}

let parser: DocumentParser;
beforeAll(() => {
  parser = openDocumentParser({ concurrency: 1 });
});
afterAll(() => parser.close());

describe('OCR', () => {
  it('reads the pages of a scan', async () => {
    const outcome = await parser.parseDocument(scanOf(drawWord('HEEL', 12)), { name: 'scan.pdf' }, PATIENT);
    if (outcome.status !== 'parsed') throw new Error(JSON.stringify(outcome));
    expect(renderDocument(outcome.document).text).toContain('HEEL');
    expect(outcome.document.blocks[0]?.page).toBe(1);
  });

  itInTurn('reads the scan of a report, within the memory of any document', async () => {
    const file = join(SHARED_FIXTURES_BEYOND_TEXT, 'documents/pdf-scan-no-text/source.pdf');
    const own = scanOf(drawWord('HEEL', 10));
    const outcome = await parser.parseDocument(existsSync(file) ? readFileSync(file) : own, { name: 'a.pdf' }, PATIENT);
    if (outcome.status !== 'parsed') throw new Error(JSON.stringify(outcome));
    expect(renderDocument(outcome.document).text).toMatch(/COMPREHENSIVE MEDICAL REPORT|HEEL/);
  });

  it('has no more pictures to read than it may', async () => {
    const options = { ocr: { ...OCR, images: 0 } };
    expect(await parser.parseDocument(scanOf(drawWord('HEEL', 4)), { name: 'a.pdf' }, options)).toMatchObject({
      failure: 'too_many_pages',
    });
  });

  it('says which package a language needs', async () => {
    const outcome = await parser.parseDocument(
      scanOf(drawWord('HEEL', 4)),
      { name: 'a.pdf' },
      { ocr: { languages: ['eng', 'xyz'], images: 1 } },
    );
    expect(outcome).toMatchObject({ status: 'failed', reason: expect.stringContaining('@tesseract.js-data/xyz') });
  });

  itInTurn('ends where a small file is an endless picture', async () => {
    const side = 40_000;
    const part = (type: string, data: Buffer) => {
      const content = Buffer.concat([Buffer.from(type), data]);
      const frame = Buffer.alloc(8);
      frame.writeUInt32BE(data.length);
      frame.writeUInt32BE(crc32(content), 4);
      return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)]);
    };
    const head = Buffer.alloc(13);
    head.writeUInt32BE(side);
    head.writeUInt32BE(side, 4);
    head[8] = 1;
    const pixels = deflateSync(Buffer.alloc((side / 8 + 1) * side));
    const parts = [part('IHDR', head), part('IDAT', pixels), part('IEND', Buffer.alloc(0))];
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
    const outcome = await parser.parseDocument(png, { name: 'a.png' }, { ocr: OCR, bounds: { timeMs: 10_000 } });
    expect(outcome).toMatchObject({ status: 'failed', failure: expect.stringMatching(/^(too_much_memory|too_slow)$/) });
  });

  it('that is off says so for a picture', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
      'base64',
    );
    expect(await parser.parseDocument(png, { name: 'a.png' })).toMatchObject({
      failure: 'no_text',
      reason: expect.stringContaining('knowledge.ocr'),
    });
  });
});
