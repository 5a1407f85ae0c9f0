import { isRecord } from '@multilane/contracts';
import type { ExchangeCodec, VoicesRequest } from '../../exchange.js';
import type { ProviderTarget } from '../../target.js';

/** A voice that callers may name. */
interface ListedVoice {
  /** Name that requests write. */
  readonly id: string;
  readonly object: 'voice';
  /** Its name for people. */
  readonly name: string;
  /** The provider's own voice; null if the id is one. */
  readonly provider_voice: string | null;
  /** Source of the voice: the reference, the model's `voices`, or the provider. */
  readonly source: 'reference' | 'model' | 'provider';
}

/** Way to list a provider's voices. */
export interface VoiceListing {
  readonly path: string;
  /** The member of the answer that holds the list; a bare list is read too. */
  readonly list: string;
  /** The members of an entry that hold its id and its name. */
  readonly id: string;
  readonly name: string;
}

/** The voices of the reference provider itself (its API reference, "Create speech"). */
export const REFERENCE_VOICES: Readonly<Record<string, string>> = Object.fromEntries(
  'alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse'.split(' ').map((name) => [name, name]),
);

const MOST_VOICES = 1000;
const LONGEST_TEXT = 200;
/** In seconds: voices come and go by hand. */
const LIFETIME = 300;

/**
 * `GET /v1/audio/voices`: the voices of the reference, those that the model maps, and the provider's own list where it has one
 * (docs/contract/media.md#voices). The provider is asked once in five minutes for each model.
 */
export function createVoicesCodec(
  table: Readonly<Record<string, string>>,
  listing?: VoiceListing,
): ExchangeCodec<VoicesRequest> {
  // A target that is replaced with the configuration leaves nothing here.
  const cached = new WeakMap<ProviderTarget, { readonly since: number; readonly voices: ListedVoice[] }>();
  return {
    async serve(_request, exchange) {
      const { created, target } = exchange;
      const known = cached.get(target);
      let voices = known && created - known.since < LIFETIME ? known.voices : undefined;
      if (!voices && listing) {
        const answer = await exchange.send({ method: 'GET', path: listing.path });
        voices = readVoices(await answer.json(), listing);
        cached.set(target, { since: created, voices });
      }
      const data = [...listNames(target.voices ?? {}, table), ...(voices ?? [])];
      return {
        contentType: 'application/json',
        body: JSON.stringify({ object: 'list', data }),
        usage: () => undefined,
      };
    },
  };
}

function listNames(own: Readonly<Record<string, string>>, table: Readonly<Record<string, string>>): ListedVoice[] {
  const describe =
    (source: ListedVoice['source']) =>
    ([id, voice]: readonly [string, string]): ListedVoice => ({
      ...{ id, object: 'voice', name: id, provider_voice: voice, source },
    });
  const reference = Object.entries(table).filter(([name]) => !Object.hasOwn(own, name));
  return [...reference.map(describe('reference')), ...Object.entries(own).map(describe('model'))];
}

function readVoices(body: unknown, { id, list, name }: VoiceListing): ListedVoice[] {
  const entries = Array.isArray(body) ? body : isRecord(body) ? body[list] : undefined;
  if (!Array.isArray(entries)) return [];
  return entries.slice(0, MOST_VOICES).flatMap((entry): ListedVoice[] => {
    const voice = isRecord(entry) ? entry[id] : undefined;
    if (!isRecord(entry) || typeof voice !== 'string' || voice === '' || voice.length > LONGEST_TEXT) return [];
    const named = typeof entry[name] === 'string' ? entry[name].slice(0, LONGEST_TEXT) : voice;
    return [{ id: voice, object: 'voice', name: named, provider_voice: null, source: 'provider' }];
  });
}
