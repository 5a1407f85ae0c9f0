import { GatewayError } from '@multilane/errors';
import type { ProviderTarget } from '../../adapter.js';
import type { Losses } from '../losses.js';
import type { Json } from './native-types.js';
import { reduceSchema } from './reduce-schema.js';
import { writeJsonSchema } from './write-json-schema.js';

/** A schema in one of the provider's two forms: `subset` is its own `Schema`, `json` is JSON Schema. */
export interface EncodedSchema {
  readonly form: 'subset' | 'json';
  readonly schema: Json;
}

/** The models that take JSON Schema (ai.google.dev/gemini-api/docs/structured-output, "Model support"), under any path. */
const TAKES_JSON_SCHEMA = /(?:^|\/)gemini-(?:2\.[5-9]|[3-9]|\d\d|(?:pro|flash)(?:-lite)?-latest)/i;

/**
 * The schema in the form that preserves more of it: the provider's subset, which every model knows, unless JSON Schema preserves more
 * of the shape and the range of values and the model takes it. `losses` gets each keyword that is not preserved.
 */
export function encodeSchema(
  schema: Readonly<Json>,
  param: string,
  use: 'parameters' | 'answer',
  target: Pick<ProviderTarget, 'upstreamModel'>,
  losses: Losses,
): EncodedSchema {
  const takesJson = TAKES_JSON_SCHEMA.test(target.upstreamModel);
  const reduced = takesJson ? attempt(() => reduceSchema(schema, param, use)) : reduceSchema(schema, param, use);
  const written = reduced?.lost.isEmpty ? undefined : attempt(() => takesJson && writeJsonSchema(schema, param, use));
  if (written && (reduced === undefined || written.lost.weighsLessThan(reduced.lost))) {
    written.lost.report(param, losses);
    return { form: 'json', schema: written.schema };
  }
  const { lost, schema: subset } = reduced ?? reduceSchema(schema, param, use);
  lost.report(param, losses);
  return { form: 'subset', schema: subset };
}

/** Undefined for a schema that is too large in a form: the other one may take it. */
function attempt<Written>(write: () => Written): Written | undefined {
  try {
    return write();
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}
