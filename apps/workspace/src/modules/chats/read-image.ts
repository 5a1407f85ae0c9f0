import { CHAT_IMAGE_TYPES, type ChatImageContent, type ChatImageType } from '@multilane/persistence';

/** Beginnings of files by type, in hexadecimal; WebP has its length in between. */
const BEGINNINGS: Readonly<Record<ChatImageType, RegExp>> = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/webp': /^52494646.{8}57454250/,
  'image/gif': /^474946383[79]61/,
};

const HEAD_BYTES = 16;

/** The image of a data URL; undefined if its bytes are not of the type that it states. */
export function readImage(url: string): ChatImageContent | undefined {
  const [head = '', text = ''] = url.split(',', 2);
  const type = CHAT_IMAGE_TYPES.find((each) => head === `data:${each};base64`);
  if (type === undefined) return undefined;
  const data = Buffer.from(text, 'base64');
  return BEGINNINGS[type].test(data.toString('hex', 0, HEAD_BYTES)) ? { type, data } : undefined;
}
