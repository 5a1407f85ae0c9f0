/** The model that callers ask for. */
export const CHAOS_MODEL = 'chaos-model';

/** Another one of the same provider: a batch of both is run by the gateway itself. */
export const OTHER_MODEL = 'chaos-other';

/** Models for transcription, speech and realtime sockets. */
export const HEARING_MODEL = 'chaos-hearing';
export const SPEAKING_MODEL = 'chaos-speaking';
export const VOICE_MODEL = 'chaos-voice';

export const ALL_MODELS = [CHAOS_MODEL, OTHER_MODEL, HEARING_MODEL, SPEAKING_MODEL, VOICE_MODEL];
