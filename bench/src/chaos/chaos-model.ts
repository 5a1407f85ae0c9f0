/** The model that callers ask for. */
export const CHAOS_MODEL = 'chaos-model';
