import type { ProviderGroup } from '@multilane/contracts';

/** Factors for estimating the tokens of one family of models from those of the encoding. */
interface FamilyFactors {
  /** Tokens of the family per token of the encoding, for text. */
  text: number;
  /** Tokens per message, its role included. */
  perMessage: number;
  /** Tokens of the template around the whole prompt. */
  perPrompt: number;
  /** Tokens once tools are declared, beside the text of their definitions. */
  withTools: number;
  /** Tokens per tool call, beside its arguments. */
  perToolCall: number;
  /** Tokens around what the model writes. */
  perCompletion: number;
  /** Tokens per image, a flat number whatever its size: a square of about 1,000 pixels. */
  perImage: number;
}

/**
 * The five provider groups that chat, and two generations of models that differ from their group. Group R is counted
 * with its models' own encoding, the others with o200k_base times a factor (docs/contract/usage.md#tokenizers, "Tokens
 * without the provider's tokenizer"). The numbers are measured on recorded exchanges whose usage the provider reported;
 * docs/tokens.md publishes the error that is left. Images: R by the reference provider's documents (high detail), N by
 * width × height / 750, G 258 a tile; C and B publish nothing and take R's.
 */
export const FAMILY_FACTORS = {
  R: { text: 1, perMessage: 4, perPrompt: 3, withTools: 9, perToolCall: 10, perCompletion: 0, perImage: 765 },
  'gpt-5': { text: 1, perMessage: 4, perPrompt: 2, withTools: 90, perToolCall: 10, perCompletion: 9, perImage: 765 },
  N: { text: 1.16, perMessage: 4, perPrompt: 2, withTools: 520, perToolCall: 35, perCompletion: 4, perImage: 1334 },
  G: { text: 1.18, perMessage: 0, perPrompt: 0, withTools: 0, perToolCall: 7, perCompletion: 0, perImage: 258 },
  C: { text: 1.01, perMessage: 0, perPrompt: 66, withTools: 900, perToolCall: 25, perCompletion: 2, perImage: 765 },
  'command-r7b': {
    text: 1.01,
    perMessage: 0,
    perPrompt: 495,
    withTools: 900,
    perToolCall: 25,
    perCompletion: 2,
    perImage: 765,
  },
  B: { text: 1.07, perMessage: 0, perPrompt: 0, withTools: 370, perToolCall: 40, perCompletion: 0, perImage: 765 },
} as const satisfies Record<string, FamilyFactors>;

export type Family = keyof typeof FAMILY_FACTORS;

/** Tokens of an image in low detail (the reference provider's documents). */
export const LOW_DETAIL_IMAGE = 85;

/** The family of a model by its name at the provider; group B hosts models of several makers, N's among them. */
export function chooseFamily(group: ProviderGroup, model: string): Family {
  switch (group) {
    case 'N':
    case 'G':
      return group;
    case 'C':
      return model.includes('command-r7b') ? 'command-r7b' : 'C';
    case 'B':
      return /(?:^|[./])anthropic\./.test(model) ? 'N' : 'B';
    default:
      return /(?:^|[/:])gpt-5/.test(model) ? 'gpt-5' : 'R';
  }
}

/** True if the model's own encoding is known to be one of the tokenizer's. */
export function hasOwnEncoding(family: Family): boolean {
  return family === 'R' || family === 'gpt-5';
}
