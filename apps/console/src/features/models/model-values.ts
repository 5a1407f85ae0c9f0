import type { components } from '../../api/schema.js';
import { type ParallelValues, toParallel, UNLIMITED, valuesOfParallel } from '../../ui/parallel-values.js';

export type Model = components['schemas']['ModelView'];
export type NewModel = components['schemas']['CreateModelDto'];

export const TYPES = [
  'chat',
  'completion',
  'embedding',
  'rerank',
  'moderation',
  'image',
  'speech',
  'transcription',
  'realtime',
  'decision',
] as const;

/** US dollars per million tokens; those that few models have come later in the form. */
export const TOKEN_PRICES = [
  'input_per_million',
  'output_per_million',
  'cached_input_per_million',
  'cache_write_per_million',
  'cache_write_1h_per_million',
  'per_request',
  'per_search',
  'long_prompt_above',
  'long_input_per_million',
  'long_output_per_million',
  'long_cached_input_per_million',
  'batch_input_per_million',
  'batch_output_per_million',
  'batch_cached_input_per_million',
  'flex_input_per_million',
  'flex_output_per_million',
  'flex_cached_input_per_million',
  'priority_input_per_million',
  'priority_output_per_million',
  'priority_cached_input_per_million',
  'audio_input_per_million',
  'cached_audio_input_per_million',
  'audio_output_per_million',
  'image_input_per_million',
  'cached_image_input_per_million',
  'image_output_per_million',
] as const;
export const MEDIA_PRICES = ['image', 'speech_per_1k_chars', 'transcription', 'per_second'] as const;

type Prices<Name extends string> = Readonly<Partial<Record<Name, number>>>;

/** Prices from a day of UTC on, such as `2027-02-01`. */
export type PriceChange = Prices<(typeof TOKEN_PRICES)[number]> & { readonly from: string };

/** Prices of a change that the form shows; a change keeps the others that it has. */
export const CHANGED_PRICES = ['input_per_million', 'output_per_million', 'cached_input_per_million'] as const;

export interface ModelValues {
  readonly logical_name: string;
  readonly provider_id: string | null;
  readonly upstream_model: string;
  readonly type: string;
  readonly aliases: readonly string[];
  readonly prices: Prices<(typeof TOKEN_PRICES)[number]>;
  readonly price_changes: readonly PriceChange[];
  readonly media_prices: Prices<(typeof MEDIA_PRICES)[number]>;
  readonly context_window: number | '';
  readonly parallel: ParallelValues;
  readonly reasoning_efforts: readonly string[];
  readonly thinking: string | null;
  /** Null: as the kind of provider has it. */
  readonly structured_output: boolean | null;
  readonly beyond_reference: boolean | null;
  /** A voice a line: `alloy = its name at the provider`. */
  readonly voices: string;
  readonly drop: readonly string[];
}

export const EMPTY_MODEL: ModelValues = {
  logical_name: '',
  provider_id: null,
  upstream_model: '',
  type: 'chat',
  aliases: [],
  prices: {},
  price_changes: [],
  media_prices: {},
  context_window: '',
  parallel: UNLIMITED,
  reasoning_efforts: [],
  thinking: null,
  structured_output: null,
  beyond_reference: null,
  voices: '',
  drop: [],
};

/** Members of `capabilities` in the API. */
interface Capabilities {
  readonly reasoning_efforts?: readonly string[];
  readonly thinking?: string;
  readonly structured_output?: boolean;
  readonly beyond_reference?: boolean;
}

export function valuesOfModel(model: Model): ModelValues {
  const { logical_name, provider_id, upstream_model, type, aliases, prices, media_prices, context_window } = model;
  const capabilities: Capabilities = model.capabilities ?? {};
  const voices = Object.entries((model.voices ?? {}) as Readonly<Record<string, string>>);
  return {
    ...{ logical_name, provider_id, upstream_model, type, aliases },
    prices: withoutChanges(prices),
    price_changes: ((prices as { changes?: PriceChange[] } | null)?.changes ?? []).map((change) => ({ ...change })),
    media_prices: { ...media_prices },
    context_window: context_window ?? '',
    parallel: valuesOfParallel(model),
    reasoning_efforts: capabilities.reasoning_efforts ?? [],
    thinking: capabilities.thinking ?? null,
    structured_output: capabilities.structured_output ?? null,
    beyond_reference: capabilities.beyond_reference ?? null,
    voices: voices.map(([name, voice]) => `${name} = ${voice}`).join('\n'),
    drop: model.unsupported_parameters?.drop ?? [],
  };
}

/** Groups of values are sent whole, because the API replaces them whole; an empty group is null. */
export function toModelBody(values: ModelValues): NewModel {
  const { reasoning_efforts: efforts, thinking, structured_output, beyond_reference, drop, context_window } = values;
  const capabilities = {
    ...(efforts.length > 0 && { reasoning_efforts: efforts }),
    ...(thinking !== null && { thinking }),
    ...(structured_output !== null && { structured_output }),
    ...(beyond_reference !== null && { beyond_reference }),
  };
  return {
    logical_name: values.logical_name.trim(),
    provider_id: values.provider_id ?? '',
    upstream_model: values.upstream_model.trim(),
    type: values.type,
    aliases: [...values.aliases],
    prices: pricesOf(values),
    media_prices: orNull(numbersOf(values.media_prices)),
    context_window: context_window === '' ? null : context_window,
    ...{ max_parallel: null, queue: null, ...toParallel(values.parallel) },
    capabilities: orNull(capabilities),
    voices: orNull(readVoices(values.voices)),
    unsupported_parameters: drop.length === 0 ? null : { drop: [...drop] },
  } as unknown as NewModel;
}

function withoutChanges(prices: object | null): Prices<(typeof TOKEN_PRICES)[number]> {
  const { changes: _, ...now } = (prices ?? {}) as { readonly changes?: unknown };
  return now;
}

/** Changes without prices of now would make a model free until the first of them. */
function pricesOf({ price_changes: changes, prices }: ModelValues): object | null {
  const now = numbersOf(prices);
  if (Object.keys(now).length === 0) return null;
  const dated = changes
    .filter(({ from }) => from !== '')
    .map((change) => ({ ...numbersOf(change), from: change.from }));
  return { ...now, ...(dated.length > 0 && { changes: dated }) };
}

function orNull<Group extends object>(group: Group): Group | null {
  return Object.keys(group).length === 0 ? null : group;
}

/** A field that was emptied has no price, which is something else than a price of 0. */
function numbersOf(prices: Readonly<Record<string, unknown>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(prices).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}

export function readVoices(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [name = '', ...voice] = line.split('=');
      const value = voice.join('=').trim();
      return name.trim() === '' || value === '' ? [] : [[name.trim(), value]];
    }),
  );
}
