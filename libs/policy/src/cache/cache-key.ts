import { hash } from 'node:crypto';
import { canonicalJson, writeMembers } from './canonical-json.js';

/** Owner of an answer. Undefined means none, which is an owner of its own. */
export interface CacheOwner {
  readonly organization: string;
  readonly workspace: string | undefined;
  readonly team: string | undefined;
}

/** All that an answer depends on. */
export interface CacheSubject {
  readonly owner: CacheOwner;
  /** The endpoint of the provider whose words `request` is in. */
  readonly endpoint: string;
  readonly streamed: boolean;
  /** The name that the request's model resolved to. */
  readonly model: string;
  /** The models behind the name. */
  readonly targets: readonly string[];
  /** Client headers that go along to the provider. */
  readonly headers: readonly (string | undefined)[];
  /** Request to the provider, after guardrails and redaction. */
  readonly request: Readonly<Record<string, unknown>>;
}

/**
 * Members that say who asks, or how the provider may keep its own books: they change no answer. `model` is the name as
 * the client wrote it, which may be an alias.
 */
const OF_NO_CONSEQUENCE: ReadonlySet<string> = new Set([
  'model',
  'user',
  'metadata',
  'safety_identifier',
  'prompt_cache_key',
]);

/** Increases when the format of stored answers or keys changes: no version reads the answers of another. */
const FORMAT = 1;

/**
 * The key of an answer: the SHA-256, in base64url, of all it depends on in canonical form. The order of members does not
 * matter, and a field of the request that is null is one that is absent (docs/contract/requests.md#null-members); all
 * else does.
 */
export function makeCacheKey({ owner, endpoint, streamed, model, targets, headers, request }: CacheSubject): string {
  const { organization, workspace, team } = owner;
  const place = [FORMAT, organization, workspace, team, endpoint, streamed, model, targets, headers];
  return hash('sha256', canonicalJson(place) + writeMembers(request, counts), 'base64url');
}

function counts(value: unknown, name: string): boolean {
  return value !== null && !OF_NO_CONSEQUENCE.has(name);
}
