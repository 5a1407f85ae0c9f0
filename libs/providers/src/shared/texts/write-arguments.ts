/** True if the arguments that a provider wrote for a call, or began with, are none: `null`, nothing or white space. */
export function areNoArguments(given: unknown): boolean {
  if (typeof given !== 'string') return given === undefined || given === null;
  return given === '' || /^\s*(?:null\s*)?$/.test(given);
}

/**
 * The arguments of a call as the text of a JSON object, which clients parse without a check: `{}` where the provider
 * wrote none (docs/contract/chat.md#tool-calls). Arguments that it wrote as a text stay as they are.
 */
export function writeArguments(given: unknown): string {
  if (areNoArguments(given)) return '{}';
  return typeof given === 'string' ? given : JSON.stringify(isEmptyList(given) ? {} : given);
}

/** Some languages write an object without members as a list. */
function isEmptyList(given: unknown): boolean {
  return Array.isArray(given) && given.length === 0;
}
