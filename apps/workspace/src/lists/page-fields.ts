import { CountField, TextField } from '../fields/scalar-fields.js';

/** Field of a query: results of one page at most. */
export function LimitField(max: number, byDefault: number): PropertyDecorator {
  const description = `Maximum number of results. Default: ${byDefault}.`;
  return CountField({ min: 1, max, fromText: true, optional: true, description });
}

/** Field of a query: the place at which its page begins. */
export function CursorField(max?: number): PropertyDecorator {
  const description = '`next_cursor` of the previous page.';
  return TextField({ optional: true, ...(max !== undefined && { max }), description });
}
