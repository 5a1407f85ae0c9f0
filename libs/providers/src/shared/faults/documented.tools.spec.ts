/** Errors in the shapes of three providers, for the tables of causes and of fields. */
export const openai = (
  message: string,
  code: string | null,
  type = 'invalid_request_error',
  param: string | null = null,
) => ({
  error: { message, type, param, code },
});
export const anthropic = (type: string, message: string) => ({ type: 'error', error: { type, message } });
export const google = (code: number, status: string, message: string, details: readonly object[] = []) => ({
  error: { code, status, message, details },
});
