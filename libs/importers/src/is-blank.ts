/** True if a setting or a column has no value. 0 says something: a limit of 0 refuses everything. */
export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);
