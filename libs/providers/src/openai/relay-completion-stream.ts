import type { TextCompletion } from '@multilane/contracts';
import type { DecodeFacts } from '../adapter.js';
import type { WireQuirks } from '../wire-quirks.js';
import { normaliseTextChoice } from './normalise-text-choice.js';
import { StreamRelay } from './relay-stream.js';

/** Relays a stream of legacy text completions, by the rules of `StreamRelay`. */
export class CompletionStreamRelay extends StreamRelay<TextCompletion> {
  readonly #normalises: boolean;

  constructor(facts: DecodeFacts, quirks: WireQuirks) {
    super(facts, quirks);
    this.#normalises = quirks.normalisesAnswers;
  }

  protected override takeChoice(choice: Record<string, unknown>): boolean {
    return normaliseTextChoice(choice, this.#normalises);
  }
}
