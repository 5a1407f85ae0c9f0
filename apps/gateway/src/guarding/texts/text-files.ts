import { decodeFile, type EncodedFile, type TextRole } from '@multilane/policy';
import type { TextMap } from './text-map.js';

const DATA_URL = /^data:([^,]{0,1000}),/i;
const CHARSET = /;\s*charset="?([a-z0-9_:.-]{1,40})"?/i;
/** Media types that no text is, whatever their bytes look like; SVG is one. */
const NO_TEXT = /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:pdf|zip|gzip|vnd\.openxmlformats|msword))/i;
/** Longer texts are written as base64: percent-encoding one of megabytes would hold the event loop. */
const LONGEST_PERCENT = 64 * 1024;

/** Maps the text of a data URL; others stay. A changed text is written as UTF-8. */
export function mapDataUrl(url: unknown, map: TextMap, role: TextRole): unknown {
  const [head, type = ''] = (typeof url === 'string' && DATA_URL.exec(url)) || [];
  if (head === undefined || NO_TEXT.test(type)) return url;
  const data = (url as string).slice(head.length);
  const isBase64 = /;\s*base64\s*$/i.test(type);
  const text = readFile({ data, isBase64, charset: CHARSET.exec(type)?.[1] }, map);
  if (text === undefined || text === '') return url;
  const mapped = map(text, role, 'plain');
  if (mapped === text) return url;
  const written = CHARSET.test(type) ? type.replace(CHARSET, ';charset=utf-8') : type;
  if (!isBase64 && mapped.length <= LONGEST_PERCENT) return `data:${written},${encodeURIComponent(mapped)}`;
  return `data:${written}${isBase64 ? '' : ';base64'},${Buffer.from(mapped).toString('base64')}`;
}

/** The same for a file that is sent as base64 alone. */
export function mapBase64(data: unknown, map: TextMap, role: TextRole, mediaType?: unknown): unknown {
  const type = typeof mediaType === 'string' ? mediaType : '';
  if (typeof data !== 'string' || NO_TEXT.test(type)) return data;
  const text = readFile({ data, isBase64: true, charset: CHARSET.exec(type)?.[1] }, map);
  if (text === undefined || text === '') return data;
  const mapped = map(text, role, 'plain');
  return mapped === text ? data : Buffer.from(mapped).toString('base64');
}

function readFile(file: EncodedFile, { files }: TextMap): string | undefined {
  return files ? files.read(file) : decodeFile(file);
}
