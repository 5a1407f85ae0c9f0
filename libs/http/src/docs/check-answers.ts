/** Answers of a service's checks (`/health`, `/ready`), as an OpenAPI document has them. */
export const CHECK_ANSWERS = {
  '200': { description: 'It is.', content: { 'application/json': { schema: { type: 'object' } } } },
  '503': { description: 'It is not; the report says why.' },
} as const;
