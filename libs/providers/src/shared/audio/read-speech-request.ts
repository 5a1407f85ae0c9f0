import type { SpeechFormat, SpeechRequest } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { ProviderTarget } from '../../target.js';
import type { Losses } from '../losses.js';

const KNOWN: ReadonlySet<string> = new Set([
  ...['model', 'input', 'voice', 'response_format', 'speed', 'instructions', 'stream_format', 'user'],
]);

/** The voices of the specification. */
export type ReferenceVoice = 'alloy' | 'echo' | 'fable' | 'onyx' | 'nova' | 'shimmer';
export type VoiceTable = Readonly<Record<ReferenceVoice, string>>;

/** Abilities of a provider's speech. */
export interface SpeechAbilities {
  readonly formats: readonly SpeechFormat[];
}

/** Rejects the formats that a provider neither has nor allows to be made, and members that it does not know. */
export function checkSpeech(request: Readonly<SpeechRequest>, { formats }: SpeechAbilities): void {
  for (const [name, value] of Object.entries(request)) {
    if (KNOWN.has(name) || value === undefined || value === null) continue;
    throw unsupported(name);
  }
  const { response_format: format } = request;
  if (format === undefined || format === null || formats.includes(format)) return;
  throw unsupported(
    'response_format',
    `cannot be "${format}" at the provider of this model. Ask for one of: ${formats.join(', ')}.`,
  );
}

/**
 * The provider's voice: from the model's own `voices`, else from the kind's, else the name as it came, which is then one of
 * the provider's.
 */
export function resolveVoice(
  request: Readonly<SpeechRequest>,
  target: Pick<ProviderTarget, 'voices'>,
  table: VoiceTable,
): string {
  const { voice = 'alloy' } = request;
  const name = typeof voice === 'string' ? voice : voice.id;
  const mapped = target.voices && Object.hasOwn(target.voices, name) ? target.voices[name] : undefined;
  return mapped ?? (Object.hasOwn(table, name) ? table[name as ReferenceVoice] : name);
}

/** The speed within what the provider can do; one that is changed is a loss. Undefined if the request names none. */
export function limitSpeed(
  { speed }: Readonly<SpeechRequest>,
  [slowest, fastest]: readonly [number, number],
  losses: Losses,
): number | undefined {
  if (speed === undefined || speed === null || speed === 1) return undefined;
  const limited = Math.min(Math.max(speed, slowest), fastest);
  if (limited !== speed) losses.lose('speed');
  return limited;
}

/** For providers whose voices take no directions. */
export function loseInstructions({ instructions }: Readonly<SpeechRequest>, losses: Losses): void {
  if (instructions) losses.lose('instructions');
}
