import { GatewayError } from '@multilane/errors';
import type { ProviderTarget } from '../../../adapter.js';
import type { Losses } from '../../losses.js';
import type { Json } from '../native-types.js';
import { reduceSchema, type WrittenSchema } from './reduce-schema.js';
import { newSpent, type Spent } from './schema-budget.js';
import { writeJsonSchema } from './write-json-schema.js';

/** A schema in one of the provider's two forms: `subset` is its own `Schema`, `json` is JSON Schema. */
export interface EncodedSchema {
  readonly form: 'subset' | 'json';
  readonly schema: Json;
}

/** Cost of repetition so far, in each form: a schema that is too large in one may be written in the other. */
export interface SpentOfForms {
  readonly subset: Spent;
  readonly json: Spent;
}

export const newSpentOfForms = (): SpentOfForms => ({ subset: newSpent(), json: newSpent() });

/** The models that take JSON Schema (ai.google.dev/gemini-api/docs/structured-output, "Model support"), under any path. */
const TAKES_JSON_SCHEMA = /(?:^|\/)gemini-(?:2\.[5-9]|[3-9]|\d\d|(?:pro|flash)(?:-lite)?-latest)/i;

/**
 * The schema in the form that preserves more of it: the provider's subset, which every model knows, unless JSON Schema preserves more
 * of the shape and the range of values and the model takes it. `losses` gets each keyword that is not preserved. `spent` is shared by
 * the schemas of a request. Rejects a schema that is too large in every form that the model takes, naming `param`.
 */
export function encodeSchema(
  schema: Readonly<Json>,
  param: string,
  use: 'parameters' | 'answer',
  target: Pick<ProviderTarget, 'upstreamModel'>,
  losses: Losses,
  spent = newSpentOfForms(),
): EncodedSchema {
  const reduced = attempt(() => reduceSchema(schema, param, use, spent.subset));
  const written = attempt(() =>
    isEnough(reduced, target) ? undefined : writeJsonSchema(schema, param, use, spent.json),
  );
  if (isWritten(written) && (!isWritten(reduced) || written.lost.weighsLessThan(reduced.lost))) {
    written.lost.report(param, losses);
    return { form: 'json', schema: written.schema };
  }
  if (!isWritten(reduced)) throw reduced;
  reduced.lost.report(param, losses);
  return { form: 'subset', schema: reduced.schema };
}

/** The error for a schema that is too large in a form: the other one may take it. */
function attempt<Written>(write: () => Written): Written | GatewayError {
  try {
    return write();
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

function isEnough(reduced: WrittenSchema | GatewayError, target: Pick<ProviderTarget, 'upstreamModel'>): boolean {
  return !TAKES_JSON_SCHEMA.test(target.upstreamModel) || (isWritten(reduced) && reduced.lost.isEmpty);
}

function isWritten(result: WrittenSchema | GatewayError | undefined): result is WrittenSchema {
  return result !== undefined && !(result instanceof GatewayError);
}
