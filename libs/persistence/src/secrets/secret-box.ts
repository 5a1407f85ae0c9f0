import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const BYTES_VERSION = 1;
/** Bytes of a key's name, which has eight hexadecimal digits. */
const KEY_ID_BYTES = 4;

/** A secret cannot be sealed or opened. The message names key ids and never a key or a value. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}

/**
 * Returns the box of a service that has an encryption key.
 *
 * @param secrets Plural: what needs the key
 * @throws SecretBoxError for a service without one
 */
export function demandBox<Box>(box: Box | undefined, secrets: string): Box {
  if (box !== undefined) return box;
  throw new SecretBoxError(`${secrets} need ENCRYPTION_KEY; \`openssl rand -base64 32\` makes one.`);
}

/**
 * Seals what is stored and must be read again: AES-256-GCM with a random nonce. The text it makes is
 * `v1.<key id>.<nonce>.<ciphertext and tag>`, in base64url. What it is sealed for, such as a row's id, is authenticated with
 * it, so that a sealed text moved to another row does not open.
 */
export class SecretBox {
  private constructor(
    private readonly keys: ReadonlyMap<string, Buffer>,
    /** The key that seals. */
    readonly keyId: string,
  ) {}

  /**
   * @param keys One or more keys of 32 bytes in base64, separated by commas: the first seals, all of them open.
   * @throws SecretBoxError that says which key is none.
   */
  static fromKeys(keys: string): SecretBox {
    const parsed = keys.split(',').map((text, index) => {
      const key = Buffer.from(text.trim(), 'base64');
      if (key.length !== 32 || !isBase64(text.trim())) {
        throw new SecretBoxError(
          `Encryption key ${index + 1} is not 32 bytes in base64; \`openssl rand -base64 32\` makes one.`,
        );
      }
      return [keyIdOf(key), key] as const;
    });
    const [first] = parsed;
    if (!first) throw new SecretBoxError('There is no encryption key.');
    return new SecretBox(new Map(parsed), first[0]);
  }

  seal(plain: string, associated: string): string {
    const key = this.keyOf(this.keyId);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(associated));
    const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [VERSION, this.keyId, nonce.toString('base64url'), sealed.toString('base64url')].join('.');
  }

  /** @throws SecretBoxError for a key that is not there any more, another row's text, or one that was altered. */
  open(sealed: string, associated: string): string {
    const [version, keyId, nonce, body, ...rest] = sealed.split('.');
    if (version !== VERSION || !keyId || !nonce || !body || rest.length > 0) {
      throw new SecretBoxError('A stored secret is not in a form that this version knows.');
    }
    const key = this.keyOf(keyId);
    const bytes = Buffer.from(body, 'base64url');
    try {
      const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(associated))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      throw new SecretBoxError(`A stored secret does not open with key ${keyId}: it was altered, or is another row's.`);
    }
  }

  /** The same for bytes: a version, the key's id, the nonce, the ciphertext and its tag, one behind the other. */
  sealBytes(plain: Uint8Array, associated: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.keyOf(this.keyId), nonce).setAAD(Buffer.from(associated));
    const head = Buffer.concat([Buffer.from([BYTES_VERSION]), Buffer.from(this.keyId, 'hex'), nonce]);
    return Buffer.concat([head, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws SecretBoxError as `open` does. */
  openBytes(sealed: Buffer, associated: string): Buffer {
    const nonceAt = 1 + KEY_ID_BYTES;
    const bodyAt = nonceAt + NONCE_BYTES;
    if (sealed[0] !== BYTES_VERSION || sealed.length < bodyAt + TAG_BYTES) {
      throw new SecretBoxError('Stored bytes are not in a form that this version knows.');
    }
    const keyId = sealed.toString('hex', 1, nonceAt);
    const key = this.keyOf(keyId);
    try {
      const nonce = sealed.subarray(nonceAt, bodyAt);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(associated))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(bodyAt, -TAG_BYTES)), decipher.final()]);
    } catch {
      throw new SecretBoxError(`Stored bytes do not open with key ${keyId}: they were altered, or are another row's.`);
    }
  }

  /** The same secret under the key that seals now; the very text when it is under that key already. */
  reseal(sealed: string, associated: string): string {
    return sealed.startsWith(`${VERSION}.${this.keyId}.`)
      ? sealed
      : this.seal(this.open(sealed, associated), associated);
  }

  private keyOf(keyId: string): Buffer {
    const key = this.keys.get(keyId);
    if (!key) {
      const known = [...this.keys.keys()].join(', ');
      throw new SecretBoxError(
        `A stored secret is sealed with key ${keyId}, which ENCRYPTION_KEY lacks (it has ${known}).`,
      );
    }
    return key;
  }
}

/** Identifies a key without revealing anything of it. */
function keyIdOf(key: Buffer): string {
  return createHash('sha256').update('multilane encryption key id\0').update(key).digest('hex').slice(0, 8);
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=?$/.test(text);
}
