import { ENVIRONMENT_VARIABLES, type Environment } from './environment.js';
import { InterpolatedText } from './interpolate.js';
import { isRecord } from './walk-schema.js';

/**
 * Puts the values of environment variables where their keys stand in the file, as text of which the schema makes a
 * number where it wants one. An empty variable is as good as none.
 *
 * @returns the configuration, and the variable behind each key that one of them decided
 */
export function applyEnvironment(root: Record<string, unknown>, environment: Environment) {
  const decidedBy = new Map<string, string>();
  const result = { ...root };
  for (const { name, key, precedence } of ENVIRONMENT_VARIABLES) {
    const value = environment[name];
    if (!value || key === undefined || decidedBy.has(key)) continue;
    const [section = '', field = ''] = key.split('.');
    const fields = result[section] ?? {};
    if (!isRecord(fields) || (precedence === 'fills a gap' && !isEmpty(fields[field]))) continue;
    result[section] = { ...fields, [field]: new InterpolatedText(value) };
    decidedBy.set(key, name);
  }
  return { root: result, decidedBy };
}

/** Whether a scalar says nothing: left out, written without a value, or interpolated to an empty string. */
export function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (value instanceof InterpolatedText && value.text === '')
  );
}
