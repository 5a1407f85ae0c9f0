import { isRecord } from '@multilane/contracts';
import type { LostWords } from '../lost-words.js';
import type { Json } from '../native-types.js';
import { hasShape, inferType, listAnything, mergeBranches } from './complete-schema.js';
import type { SchemaBudget } from './schema-budget.js';

/**
 * Gives every part of a JSON Schema a type, `anyOf` or a reference; the parameters of a function are an object. Changes the schema in
 * place. Names what was left out of it. `budget` is for the types that each of many branches repeats.
 */
export function completeJsonSchema(schema: Json, isParameters: boolean, lost: LostWords, budget: SchemaBudget): void {
  if (schema.$ref !== undefined) return;
  if (schema.anyOf !== undefined && (hasShape(schema) || isParameters)) mergeBranches(schema, lost);
  if (isParameters) schema.type = 'object';
  else if (schema.anyOf !== undefined) moveType(schema, budget);
  else if (schema.type === undefined) addType(schema, lost);
  if (isOfArrays(schema) && schema.prefixItems === undefined) schema.items ??= {};
  for (const part of partsOf(schema)) completeJsonSchema(part, false, lost, budget);
}

/** The type of a choice is said by its branches. */
function moveType(schema: Json, budget: SchemaBudget): void {
  const { anyOf, type } = schema;
  if (type === undefined || !Array.isArray(anyOf)) return;
  delete schema.type;
  budget.repeat(JSON.stringify(type).length * anyOf.length);
  for (const branch of anyOf) if (branch.$ref === undefined && branch.anyOf === undefined) branch.type ??= type;
}

function addType(schema: Json, lost: LostWords): void {
  const type =
    schema.prefixItems !== undefined
      ? 'array'
      : schema.additionalProperties !== undefined
        ? 'object'
        : inferType(schema);
  if (type !== undefined) {
    schema.type = type;
    return;
  }
  schema.anyOf = listAnything();
  lost.add();
}

function isOfArrays({ type }: Json): boolean {
  return type === 'array' || (Array.isArray(type) && type.includes('array'));
}

function partsOf({ additionalProperties, anyOf, items, prefixItems, properties }: Json): Json[] {
  const named = isRecord(properties) ? Object.values(properties) : [];
  const listed = [anyOf, prefixItems].flatMap((parts) => (Array.isArray(parts) ? parts : []));
  return [...named, ...listed, items, additionalProperties].filter(isRecord);
}
