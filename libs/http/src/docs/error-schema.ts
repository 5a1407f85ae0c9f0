/** The envelope of every failure (docs/contract/errors.md#envelope). */
export const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'code'],
      properties: {
        message: { type: 'string', description: 'For people.' },
        type: {
          type: 'string',
          enum: ['invalid_request_error', 'permission_error', 'rate_limit_error', 'insufficient_quota', 'server_error'],
        },
        code: { type: 'string', description: 'For programs; docs/errors.md lists them.' },
        param: { type: 'string', description: 'The field at fault, as a path.' },
        scope: { type: 'string', description: 'Whose ceiling refused.' },
        guardrail: { type: 'string', description: 'The guardrail that refused.' },
      },
    },
  },
};
