/** The body of a request that people write, to begin with. */
export function writeRequest(model: string): string {
  return JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }, null, 2);
}

/** Reads the body of a request; `invalid` for anything but an object in JSON. */
export function readRequest(text: string): Record<string, unknown> | 'invalid' {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : 'invalid';
  } catch {
    return 'invalid';
  }
}
