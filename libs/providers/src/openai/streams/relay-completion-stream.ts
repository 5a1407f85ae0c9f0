import type { TextCompletion } from '@multilane/contracts';
import type { DecodeFacts } from '../../adapter.js';
import type { WireQuirks } from '../../wire-quirks.js';
import { normaliseTextChoice } from './normalise-text-choice.js';
import { StreamRelay } from './relay-stream.js';

/** Relays a stream of legacy text completions, by the rules of `StreamRelay`. */
export class CompletionStreamRelay extends StreamRelay<TextCompletion> {
  protected override readonly chunkObject = 'text_completion';
  readonly #onUnknown: DecodeFacts['onUnknownFinishReason'];

  constructor(facts: DecodeFacts, quirks: WireQuirks) {
    super(facts, quirks);
    this.#onUnknown = facts.onUnknownFinishReason;
  }

  protected override takeChoice(choice: Record<string, unknown>): boolean {
    return normaliseTextChoice(choice, this.#onUnknown);
  }

  protected override saysSomething({ text }: Record<string, unknown>): boolean {
    return text !== '';
  }

  protected override finishChoice(index: number): object {
    return { text: '', index, logprobs: null, finish_reason: 'stop' };
  }
}
