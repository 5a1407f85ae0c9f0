import { ParseError } from '../parse-error.js';
import type { FormatInput, FormatOutput } from './format-input.js';
import { textToBlocks } from './parse-text.js';
import { NO_TEXT_WITHOUT_OCR, openTextRecognizer } from './recognize-text.js';

/** The text in a picture, by OCR. */
export async function parseImage({ bytes, ocr }: FormatInput): Promise<FormatOutput> {
  if (ocr === undefined) throw new ParseError('no_text', NO_TEXT_WITHOUT_OCR);
  const recognizer = await openTextRecognizer(ocr);
  const text = await recognizer.recognize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (text.trim() === '') throw new ParseError('no_text', 'No text was found in the picture.');
  return { metadata: {}, blocks: textToBlocks(text) };
}
