import type { ModelValues } from './model-values.js';

/** Facts of a model in the price table. */
interface KnownModel {
  readonly id: string;
  readonly context_window: number | null;
}

/**
 * Fills a form with a model that was chosen. What a person typed stays: only fields that are empty, or that the model chosen before has
 * filled, change. Its price is not filled in: the price of the table is followed as long as nobody declares another one.
 *
 * @param before the model that was chosen before
 */
export function fillFromCatalog<Values extends ModelValues>(
  values: Values,
  model: KnownModel,
  before?: KnownModel,
): Values {
  const isNameFree = values.logical_name.trim() === '' || values.logical_name === before?.id;
  const isWindowFree = values.context_window === '' || values.context_window === before?.context_window;
  return {
    ...values,
    upstream_model: model.id,
    ...(isNameFree && { logical_name: model.id }),
    ...(isWindowFree && { context_window: model.context_window ?? '' }),
    type: typeOf(model.id) ?? 'chat',
  };
}

/** The type that the name of a model tells; undefined for one that may be anything. */
function typeOf(id: string): ModelValues['type'] | undefined {
  if (/embed/i.test(id)) return 'embedding';
  if (/rerank/i.test(id)) return 'rerank';
  if (/moderation/i.test(id)) return 'moderation';
  if (/whisper|transcribe/i.test(id)) return 'transcription';
  if (/(^|[-/])tts([-.]|$)/i.test(id)) return 'speech';
  if (/realtime/i.test(id)) return 'realtime';
  if (/dall-e|gpt-image|imagen/i.test(id)) return 'image';
  return undefined;
}
