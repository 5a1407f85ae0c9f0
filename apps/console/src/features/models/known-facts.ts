/** The members that a model's page shows beside the context window, in their order. */
const SHOWN = [
  'api',
  'thinking',
  'reasoning_efforts',
  'input_parts',
  'structured_output',
  'max_output_tokens',
  'token_limit',
  'parallel_tool_calls',
  'forced_tool_choice',
  'unsupported_parameters',
] as const;

interface Words {
  readonly yes: string;
  readonly no: string;
  readonly none: string;
  readonly language: string;
}

export interface KnownFact {
  readonly name: (typeof SHOWN)[number];
  readonly text: string;
}

/** Lists the known facts of a model, as texts. Words of the API stay as they are; an empty list says `none`. */
export function listKnownFacts(
  known: Readonly<Record<string, unknown>> | null | undefined,
  words: Words,
): readonly KnownFact[] {
  return SHOWN.flatMap((name) => {
    const value = known?.[name];
    return value === undefined ? [] : [{ name, text: write(value, words) }];
  });
}

function write(value: unknown, { yes, no, none, language }: Words): string {
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'number') return value.toLocaleString(language);
  if (!Array.isArray(value)) return String(value);
  return value.length === 0 ? none : value.join(', ');
}
