/**
 * A value as class-transformer does not walk it: a list or an object becomes a function, which it passes on as it is. It
 * would copy what such a value holds, and takes a time with the square of the members of an object.
 */
export function hold(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? () => value : value;
}

/** The value that was held. Neither JSON nor a record has functions of its own. */
export function release(value: unknown): unknown {
  return typeof value === 'function' ? value() : value;
}
