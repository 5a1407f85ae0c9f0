import { encodePng, type IndexedImage } from './encode-png.js';
import { GLYPH, readGlyphRow } from './glyphs.js';
import { type LaidOutText, layOutText } from './lay-out-text.js';

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Drawn large in the middle. */
  readonly prompt: string;
  /** Drawn small at the foot. */
  readonly caption: string;
  /** Number of the image among several: each has colours of its own. */
  readonly index: number;
  /** Share of it that is there, from 0 to 1: partial images show the upper part. */
  readonly progress: number;
}

/** Colours of the background from top to foot; the text's and that of what is not there yet follow. */
const SHADES = 64;
const TEXT = SHADES;
const PENDING = SHADES + 1;

/** Draws a prompt's words on a gradient, as a PNG. The same drawing has the same bytes. */
export function drawPrompt(drawing: Drawing): Promise<Buffer> {
  const { width, height, prompt, index } = drawing;
  return encodePng({ width, height, palette: choosePalette(hash(prompt) + index * 97), rows: drawRows(drawing) });
}

function drawRows({ width, height, prompt, caption, progress }: Drawing): IndexedImage['rows'] {
  const rows = Buffer.alloc((width + 1) * height);
  const drawn = Math.round(height * progress);
  for (let y = 0; y < height; y += 1) {
    const start = y * (width + 1) + 1;
    rows.fill(y < drawn ? Math.floor((y * SHADES) / height) : PENDING, start, start + width);
  }
  const [frameWidth, frameHeight] = [Math.floor(width * 0.86), Math.floor(height * 0.7)];
  const text = layOutText(prompt, frameWidth, frameHeight);
  drawText(rows, text, { width, limit: drawn, top: Math.floor((height - heightOf(text)) / 2) });
  const foot = layOutText(caption, frameWidth, Math.floor(height * 0.06));
  drawText(rows, foot, { width, limit: drawn, top: height - Math.floor(height * 0.05) - heightOf(foot) });
  return rows;
}

function heightOf({ lines, scale }: LaidOutText): number {
  return lines.length * GLYPH.down * scale;
}

interface Place {
  /** Width of the image. */
  readonly width: number;
  /** Rows from here on are left alone. */
  readonly limit: number;
  readonly top: number;
}

function drawText(rows: Buffer, { lines, scale }: LaidOutText, { width, limit, top }: Place): void {
  for (const [index, line] of lines.entries()) {
    const left = Math.floor((width - line.length * GLYPH.across * scale) / 2);
    for (let glyphRow = 0; glyphRow < GLYPH.height; glyphRow += 1) {
      const spans = listSpans(line, glyphRow, left, scale, width);
      const from = top + (index * GLYPH.down + glyphRow) * scale;
      for (let y = Math.max(from, 0); y < Math.min(from + scale, limit); y += 1) {
        const start = y * (width + 1) + 1;
        for (const [begin, end] of spans) rows.fill(TEXT, start + begin, start + end);
      }
    }
  }
}

/** Lists the pixels of a line of text in one row of its glyphs, from and to, within the image. */
function listSpans(line: readonly string[], glyphRow: number, left: number, scale: number, width: number) {
  const spans: [number, number][] = [];
  for (const [index, character] of line.entries()) {
    const bits = readGlyphRow(character, glyphRow);
    for (let column = 0; column < GLYPH.width; column += 1) {
      if ((bits & (1 << (GLYPH.width - 1 - column))) === 0) continue;
      const begin = Math.max(left + (index * GLYPH.across + column) * scale, 0);
      const end = Math.min(begin + scale, width);
      if (begin < end) spans.push([begin, end]);
    }
  }
  return spans;
}

/** A gradient between two hues that a number chooses, dark enough for white text. */
function choosePalette(seed: number): [number, number, number][] {
  const hue = seed % 360;
  const shades = Array.from({ length: SHADES }, (_, shade) =>
    toRgb(hue + (shade * 60) / SHADES, 0.5, 0.34 - (shade * 0.16) / SHADES),
  );
  return [...shades, [255, 255, 255], [40, 40, 44]];
}

/** From hue in degrees, saturation and lightness. */
function toRgb(hue: number, saturation: number, lightness: number): [number, number, number] {
  const chroma = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const step = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - chroma * Math.max(-1, Math.min(step - 3, 9 - step, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

/** FNV-1a of the beginning of a text. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < Math.min(text.length, 4_096); index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}
