/** Takes signed bytes, which its handler reads itself. */
export const HOOK_ROUTE = '/hooks/:workflow';
