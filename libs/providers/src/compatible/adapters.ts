import type { ProviderAdapter } from '../adapter.js';
import { createCompletionsCodec } from '../openai/completions-codec.js';
import { createAdapter } from '../openai/create-adapter.js';
import { COMPATIBLE_KINDS, type CompatibleKind } from './kinds.js';

/** One adapter for each row of the table. */
export const COMPATIBLE_ADAPTERS: readonly ProviderAdapter[] = Object.entries(COMPATIBLE_KINDS).map(([kind, row]) =>
  createAdapter(
    kind as CompatibleKind,
    row.baseUrl,
    row,
    row.servesCompletions ? { completions: createCompletionsCodec(row) } : {},
  ),
);
