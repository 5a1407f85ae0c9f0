import {
  type Claims,
  createIssuerKey,
  type IssuerKey,
  type SigningAlgorithm,
  signToken,
  toJwk,
} from './issue-token.js';
import { TestSignIns } from './test-sign-ins.js';

export const DISCOVERY_PATH = '/.well-known/openid-configuration';
export const KEYS_PATH = '/keys';

/** An identity provider as far as tokens go: it signs, publishes keys, rotates them, and can be away. */
export class TestIssuer {
  /** Paths that were asked for, in order. */
  readonly requests: string[] = [];
  /** True while all answers are failures. */
  away = false;
  /** Contents of the next answers instead of the documents, by path. */
  readonly overrides = new Map<string, unknown>();
  /** Sign-ins of people. */
  readonly signIns = new TestSignIns(this);
  private keys: IssuerKey[];
  private rotations = 0;

  constructor(
    readonly url: string,
    private readonly algorithm: SigningAlgorithm = 'ES256',
  ) {
    this.keys = [createIssuerKey('key-0', algorithm)];
  }

  get keysUrl(): string {
    return `${this.url}${KEYS_PATH}`;
  }

  get signingKey(): IssuerKey {
    const key = this.keys.at(-1);
    if (key === undefined) throw new Error('the issuer has no key');
    return key;
  }

  /** Signs with the present key. */
  issue(claims: Claims, header: Claims = {}): string {
    return signToken(this.signingKey, claims, header);
  }

  /** Signs with a new key from now on; `keep` continues publishing the keys before it. */
  rotate({ keep = false }: { keep?: boolean } = {}): void {
    this.rotations += 1;
    const key = createIssuerKey(`key-${this.rotations}`, this.algorithm);
    this.keys = keep ? [...this.keys, key] : [key];
  }

  /** The document at a path; throws while the issuer is away, and if there is none. */
  answer(path: string): unknown {
    this.requests.push(path);
    if (this.away) throw new Error('the issuer is away');
    if (this.overrides.has(path)) return this.overrides.get(path);
    if (path === KEYS_PATH) return { keys: this.keys.map(toJwk) };
    if (path === DISCOVERY_PATH) {
      return { issuer: this.url, jwks_uri: this.keysUrl, ...this.signIns.metadata };
    }
    throw new Error(`the issuer has nothing at ${path}`);
  }

  /** Fetches documents of the issuer without a network. */
  readonly fetchJson = async (url: string): Promise<unknown> => {
    if (!url.startsWith(this.url)) throw new Error(`${url} is not an address of the issuer`);
    return this.answer(url.slice(this.url.length));
  };
}
