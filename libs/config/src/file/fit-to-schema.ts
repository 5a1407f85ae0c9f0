import { closest } from 'fastest-levenshtein';
import { z } from 'zod';
import { isEmpty } from '../apply-environment.js';
import type { ConfigPath } from '../config-path.js';
import { InterpolatedText } from './interpolate.js';
import { alternativesOf, fieldsOf, isMapping, unwrapSchema } from './walk-schema.js';

export type ReportProblem = (path: ConfigPath, message: string) => void;

/**
 * Makes of the raw file what the schema can judge: empty keys and unknown keys are removed (the latter reported),
 * and interpolated text becomes the number or boolean the schema wants, where it reads as one.
 */
export function fitToSchema(
  schema: z.core.$ZodType | undefined,
  value: unknown,
  path: ConfigPath,
  report: ReportProblem,
): unknown {
  if (value instanceof InterpolatedText) return readText(schema, value.text);
  if (Array.isArray(value)) {
    const element = schema && alternativesOf(schema).find((type) => type instanceof z.ZodArray)?.element;
    return value.map((item, index) => fitToSchema(element, item, [...path, index], report));
  }
  return isMapping(value) ? fitRecord(schema, value, path, report) : value;
}

function fitRecord(
  schema: z.core.$ZodType | undefined,
  record: Record<string, unknown>,
  path: ConfigPath,
  report: ReportProblem,
): Record<string, unknown> {
  const fields = schema && fieldsOf(schema, plainTexts(record));
  const type = schema && unwrapSchema(schema);
  const entry = type instanceof z.ZodRecord ? type.valueType : undefined;
  const fitted: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(record)) {
    const place = [...path, key];
    if (key === '__proto__' || (fields && !Object.hasOwn(fields, key))) {
      report(place, describeUnknownKey(key, Object.keys(fields ?? {})));
    } else if (fields && isEmpty(value)) {
      refuseAmbiguousEmptiness(fields[key], place, report);
    } else {
      fitted[key] = fitToSchema(fields ? fields[key] : entry, value, place, report);
    }
  }
  return fitted;
}

/** A list whose absence means "all" must not become absent because its last entry was commented out. */
function refuseAmbiguousEmptiness(field: z.core.$ZodType | undefined, path: ConfigPath, report: ReportProblem): void {
  if (field instanceof z.ZodOptional && unwrapSchema(field) instanceof z.ZodArray) {
    report(path, 'has no value: write [] for an empty list, or take the key out');
  }
}

function describeUnknownKey(key: string, known: readonly string[]): string {
  return known.length === 0 ? 'is not a known key' : `is not a known key; did you mean ${closest(key, known)}?`;
}

function readText(schema: z.core.$ZodType | undefined, text: string): unknown {
  const types = schema ? alternativesOf(schema) : [];
  if (types.some((type) => type instanceof z.ZodNumber) && /^\s*-?\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(text)) {
    return Number(text);
  }
  if (types.some((type) => type instanceof z.ZodBoolean) && /^\s*(true|false)\s*$/i.test(text)) {
    return text.trim().toLowerCase() === 'true';
  }
  return text;
}

function plainTexts(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, value instanceof InterpolatedText ? value.text : value]),
  );
}
