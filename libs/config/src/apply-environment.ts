import { formatPath } from './config-path.js';
import { ENVIRONMENT_VARIABLES, type Environment, type EnvironmentVariable } from './environment.js';
import { InterpolatedText } from './file/interpolate.js';
import { isMapping } from './file/walk-schema.js';

/**
 * Puts the values of environment variables into their keys of the file, as text of which the schema makes a
 * number where it wants one. An empty variable is as good as none.
 *
 * @returns the configuration, and the variable behind each key that one of them decided
 */
export function applyEnvironment(root: Record<string, unknown>, environment: Environment) {
  const decidedBy = new Map<string, string>();
  const result = { ...root };
  for (const variable of ENVIRONMENT_VARIABLES) {
    const { name, key, precedence, entriesOf } = variable;
    const value = environment[name];
    if (!value || key === undefined || decidedBy.has(key)) continue;
    if (entriesOf !== undefined) {
      result.providers = fillEntries(result.providers, variable, value, decidedBy);
      continue;
    }
    const [section = '', field = ''] = key.split('.');
    const fields = result[section] ?? {};
    if (!isMapping(fields) || (precedence === 'used if not in the file' && !isEmpty(fields[field]))) continue;
    result[section] = { ...fields, [field]: new InterpolatedText(value) };
    decidedBy.set(key, name);
  }
  return { root: result, decidedBy };
}

/** Fills the gap in every entry of the variable's kind. A variable that comes later finds no gap. */
function fillEntries(
  entries: unknown,
  { name, key = '', entriesOf }: EnvironmentVariable,
  value: string,
  decidedBy: Map<string, string>,
): unknown {
  if (!Array.isArray(entries)) return entries;
  const field = key.slice(key.lastIndexOf('.') + 1);
  return entries.map((entry: unknown, index) => {
    if (!isMapping(entry) || !isEmpty(entry[field]) || readPlain(entry.kind) !== entriesOf) return entry;
    decidedBy.set(formatPath(['providers', index, field]), name);
    return { ...entry, [field]: new InterpolatedText(value) };
  });
}

function readPlain(value: unknown): unknown {
  return value instanceof InterpolatedText ? value.text : value;
}

/** True if a scalar has no value: left out, written without one, or interpolated to an empty string. */
export function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (value instanceof InterpolatedText && value.text === '')
  );
}
