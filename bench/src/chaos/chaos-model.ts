/** The model that callers ask for. */
export const CHAOS_MODEL = 'chaos-model';

/** Those that hear and speak. */
export const HEARING_MODEL = 'chaos-hearing';
export const SPEAKING_MODEL = 'chaos-speaking';
