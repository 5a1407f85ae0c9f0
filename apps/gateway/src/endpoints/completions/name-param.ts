/** The field of a completions request that a field of its chat request came from. */
export function nameParam(param: string): string {
  return param === 'messages' || param.startsWith('messages[') || param.startsWith('messages.') ? 'prompt' : param;
}
