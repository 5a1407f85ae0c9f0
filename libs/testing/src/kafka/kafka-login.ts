import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** A name and a password that a cluster demands, with a mechanism. */
export interface KafkaLoginDemand {
  readonly mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512';
  readonly username: string;
  readonly password: string;
  /** Rounds of the hash that the cluster names. */
  readonly iterations?: number;
  /** Answer to the first message of SCRAM, instead of the right one. */
  readonly firstAnswer?: string;
}

/** One login over a connection. */
export class KafkaLogin {
  isDone = false;
  private firstMessages: string | undefined = undefined;
  private nonce = '';
  private readonly salt = randomBytes(12);

  constructor(private readonly demand: KafkaLoginDemand) {}

  /** Answers a message of the client. Undefined: it is rejected. */
  take(message: Buffer): Buffer | undefined {
    const { mechanism, password, username } = this.demand;
    if (mechanism !== 'PLAIN')
      return this.firstMessages === undefined ? this.takeFirst(message) : this.takeLast(message);
    this.isDone = message.toString() === `\0${username}\0${password}`;
    return this.isDone ? Buffer.alloc(0) : undefined;
  }

  private takeFirst(message: Buffer): Buffer | undefined {
    const { firstAnswer, iterations = 4_096, username } = this.demand;
    if (firstAnswer !== undefined) return Buffer.from(firstAnswer);
    const bare = message.toString().slice('n,,'.length);
    const [, name, nonce] = /^n=([^,]*),r=(.*)$/.exec(bare) ?? [];
    if (name !== username) return undefined;
    this.nonce = `${nonce}${randomBytes(8).toString('hex')}`;
    const answer = `r=${this.nonce},s=${this.salt.toString('base64')},i=${iterations}`;
    this.firstMessages = `${bare},${answer}`;
    return Buffer.from(answer);
  }

  /** Checks the proof of the client (RFC 5802, section 3). */
  private takeLast(message: Buffer): Buffer | undefined {
    const { iterations = 4_096, mechanism, password } = this.demand;
    const [hash, length] = mechanism === 'SCRAM-SHA-256' ? (['sha256', 32] as const) : (['sha512', 64] as const);
    const [, bare, proof = ''] = /^(c=[^,]*,r=[^,]*),p=(.*)$/.exec(message.toString()) ?? [];
    const salted = pbkdf2Sync(password, this.salt, iterations, length, hash);
    const sign = (key: Buffer, text: string): Buffer => createHmac(hash, key).update(text).digest();
    const clientKey = sign(salted, 'Client Key');
    const text = `${this.firstMessages},${bare}`;
    const signature = sign(createHash(hash).update(clientKey).digest(), text);
    const expected = Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0)));
    if (!expected.equals(Buffer.from(proof, 'base64'))) return undefined;
    this.isDone = true;
    return Buffer.from(`v=${sign(sign(salted, 'Server Key'), text).toString('base64')}`);
  }
}
