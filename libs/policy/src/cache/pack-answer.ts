import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { parseBoundedJson } from '@multilane/contracts';
import { LARGEST_ANSWER_BYTES, type StoredAnswer } from './stored-answer.js';

const compress = promisify(deflateRaw);
const expand = promisify(inflateRaw);

/** Smaller answers are not worth the work, nor the wait. */
const COMPRESSED_FROM_BYTES = 4 * 1024;

const PLAIN = 0;
const COMPRESSED = 1;

interface Head {
  readonly form: StoredAnswer['form'];
  readonly kind: string;
  readonly provider?: string | undefined;
  readonly model: string;
  readonly idSeed: string;
  readonly created: number;
  readonly requestId?: string | undefined;
  readonly adjusted?: readonly string[] | undefined;
}

/** An answer as bytes: how its body is written, the length of its head, its head as JSON, its body. */
export async function packAnswer({ body, ...head }: StoredAnswer): Promise<Buffer> {
  const isCompressed = body.length >= COMPRESSED_FROM_BYTES;
  const text = Buffer.from(JSON.stringify(head satisfies Head));
  const prefix = Buffer.alloc(5);
  prefix.writeUInt8(isCompressed ? COMPRESSED : PLAIN, 0);
  prefix.writeUInt32BE(text.length, 1);
  return Buffer.concat([prefix, text, isCompressed ? await compress(body, { level: 1 }) : body]);
}

/** The answer that `bytes` were made of; undefined for anything else. Waits only for what is compressed. */
export function unpackAnswer(bytes: Buffer): StoredAnswer | undefined | Promise<StoredAnswer | undefined> {
  const head = readHead(bytes);
  if (head === undefined) return undefined;
  const body = bytes.subarray(5 + bytes.readUInt32BE(1));
  if (bytes[0] === PLAIN) return { ...head, body };
  return expand(body, { maxOutputLength: LARGEST_ANSWER_BYTES }).then(
    (expanded) => ({ ...head, body: expanded }),
    () => undefined,
  );
}

function readHead(bytes: Buffer): Head | undefined {
  if (bytes.length < 5 || (bytes[0] !== PLAIN && bytes[0] !== COMPRESSED)) return undefined;
  try {
    const { form, kind, provider, model, idSeed, created, requestId, adjusted } = parseBoundedJson(
      bytes.toString('utf8', 5, 5 + bytes.readUInt32BE(1)),
    ) as Record<string, unknown>;
    if (form !== 'whole' && form !== 'stream') return undefined;
    if (typeof kind !== 'string' || typeof model !== 'string' || typeof idSeed !== 'string') return undefined;
    if (typeof created !== 'number') return undefined;
    return {
      form,
      kind,
      ...(typeof provider === 'string' && { provider }),
      model,
      idSeed,
      created,
      ...(typeof requestId === 'string' && { requestId }),
      ...(isNames(adjusted) && { adjusted }),
    };
  } catch {
    return undefined;
  }
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string');
}
