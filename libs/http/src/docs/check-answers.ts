/** What the checks of a service answer (`/health`, `/ready`), as an OpenAPI document has it. */
export const CHECK_ANSWERS = {
  '200': { description: 'It is.', content: { 'application/json': { schema: { type: 'object' } } } },
  '503': { description: 'It is not; the report says why.' },
} as const;
