import { STATUS_CODES } from 'node:http';

/** The answers with one of these statuses, which all have the error envelope. */
export function refusals(...statuses: string[]): Record<string, unknown> {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    statuses.map((status) => [status, { description: STATUS_CODES[status] ?? 'An error.', content }]),
  );
}
