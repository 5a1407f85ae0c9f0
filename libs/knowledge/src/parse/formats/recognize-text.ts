import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createWorker, OEM, type Worker } from 'tesseract.js';
import { ParseError } from '../parse-error.js';
import type { OcrOptions } from '../parse-outcome.js';

export const NO_TEXT_WITHOUT_OCR =
  'No text was found: the document consists of pictures. Turn on OCR with `knowledge.ocr`, or upload a version with text.';

/** Pixels of one picture. A sheet of A4 at 600 dpi has 35 million. */
const MOST_PIXELS = 50_000_000;

/** Smaller pictures are lines and logos. */
const SMALLEST_SIDE = 16;

export interface TextRecognizer {
  /** The text in a picture: PNG, JPEG, BMP, WebP, TIFF or a pixmap. */
  recognize(image: Buffer | undefined): Promise<string>;
}

/** Reads pictures by Tesseract. Its data comes from packages; nothing is downloaded. */
export async function openTextRecognizer({ languages, images }: OcrOptions): Promise<TextRecognizer> {
  const [first = 'eng', ...others] = languages;
  const worker = await createWorker(first, OEM.LSTM_ONLY, {
    langPath: folderOf(first),
    cacheMethod: 'none',
    errorHandler: () => undefined,
  });
  await addLanguages(worker, first, others);
  let left = images;
  return {
    async recognize(image) {
      if (image === undefined) return '';
      left -= 1;
      if (left < 0) {
        throw new ParseError(
          'too_many_pages',
          `The document has more than ${images} pictures to read by OCR. Split it into smaller documents.`,
        );
      }
      const { data: page } = await worker.recognize(image);
      return page.text;
    },
  };
}

const require = createRequire(import.meta.url);

/**
 * Tesseract.js reads all languages from one folder, and here each is in its own package. So the data is put where it
 * would write it; what it is then asked to load is a stand-in whose `data` it takes for the language's name.
 */
async function addLanguages(worker: Worker, first: string, others: readonly string[]): Promise<void> {
  if (others.length === 0) return;
  for (const code of others) {
    const packed = readFileSync(join(folderOf(code), `${code}.traineddata.gz`));
    await worker.FS('writeFile', [`${code}.traineddata`, gunzipSync(packed)]);
  }
  const standIns = others.map((code) => ({ code: `${code}-added`, data: code }));
  await worker.reinitialize([first, ...standIns] as never, OEM.LSTM_ONLY);
}

/** The folder with the data of a language. */
function folderOf(code: string): string {
  try {
    if (!/^[a-z]{3}(?:_[a-z]{2,12})*$/i.test(code)) throw new Error('not the name of a language');
    return join(dirname(require.resolve(`@tesseract.js-data/${code}/package.json`)), '4.0.0_best_int');
  } catch {
    throw new ParseError(
      'parser_failed',
      `OCR has no data for the language \`${code}\`. Install the package @tesseract.js-data/${code}, or change \`knowledge.ocr\`.`,
    );
  }
}

/** Raw pixels with one, three or four channels as a PGM or PPM file; undefined for what cannot hold text. */
export function toPixmap(image: {
  data: Uint8ClampedArray;
  width: number;
  height: number;
  channels: 1 | 3 | 4;
}): Buffer | undefined {
  const { data, width, height, channels } = image;
  if (width < SMALLEST_SIDE || height < SMALLEST_SIDE || width * height > MOST_PIXELS) return undefined;
  const kind = channels === 1 ? 'P5' : 'P6';
  const pixels =
    channels === 4 ? dropAlpha(data, width * height) : Buffer.from(data.buffer, data.byteOffset, data.length);
  return Buffer.concat([Buffer.from(`${kind}\n${width} ${height}\n255\n`), pixels]);
}

function dropAlpha(data: Uint8ClampedArray, pixels: number): Buffer {
  const colours = Buffer.allocUnsafe(pixels * 3);
  for (let at = 0; at < pixels; at += 1) {
    colours[at * 3] = data[at * 4] ?? 0;
    colours[at * 3 + 1] = data[at * 4 + 1] ?? 0;
    colours[at * 3 + 2] = data[at * 4 + 2] ?? 0;
  }
  return colours;
}
