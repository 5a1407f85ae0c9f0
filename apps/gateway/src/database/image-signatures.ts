import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Purpose of the derived key: keys for other purposes differ. */
const PURPOSE = 'multilane image addresses v1';
const KEY_BYTES = 32;

/** An address of an image in the parts that are signed. */
export interface SignedImage {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly expires: number;
}

/** Signs addresses of images, and checks what comes back. The keys are derived from those that encrypt. */
export class ImageSignatures {
  private readonly keys: readonly Buffer[];

  /** @param encryptionKeys As `encryption.key` has them: the first signs, all of them are accepted. */
  constructor(encryptionKeys: string) {
    this.keys = encryptionKeys
      .split(',')
      .map((key) => Buffer.from(hkdfSync('sha256', Buffer.from(key.trim(), 'base64'), '', PURPOSE, KEY_BYTES)));
  }

  /** In base64url. */
  sign(image: SignedImage): string {
    const [key] = this.keys;
    if (key === undefined) throw new Error('there is no key');
    return digest(key, image).toString('base64url');
  }

  /** Takes the same time for every wrong signature of the right length. */
  isValid(image: SignedImage, signature: string): boolean {
    const given = Buffer.from(signature, 'base64url');
    // Base64 has several spellings of the same bytes; only one is accepted.
    if (given.length !== KEY_BYTES || given.toString('base64url') !== signature) return false;
    let isValid = false;
    for (const key of this.keys) isValid = timingSafeEqual(given, digest(key, image)) || isValid;
    return isValid;
  }
}

function digest(key: Buffer, { id, expires }: SignedImage): Buffer {
  return createHmac('sha256', key).update(`${id}.${expires}`).digest();
}
