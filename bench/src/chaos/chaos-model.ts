/** The model that callers ask for. */
export const CHAOS_MODEL = 'chaos-model';

/** Another one of the same provider: a batch of both is run by the gateway itself. */
export const OTHER_MODEL = 'chaos-other';

/** Models for transcription, speech and realtime sockets. */
export const HEARING_MODEL = 'chaos-hearing';
export const SPEAKING_MODEL = 'chaos-speaking';
export const VOICE_MODEL = 'chaos-voice';

/** A model whose provider has the messages format, and one for embeddings. */
export const MESSAGES_MODEL = 'chaos-messages';
export const EMBEDDING_MODEL = 'chaos-embedding';

/** Every call fails with a status, or is broken off. The third is a virtual model that tries the first, then the chat model. */
export const FAILING_MODEL = 'chaos-failing';
export const CUT_MODEL = 'chaos-cut';
export const FALLBACK_MODEL = 'chaos-fallback';

/** Names of the first two of them at the provider. */
export const FAILING_UPSTREAM = 'chaos-always-fails';
export const CUT_UPSTREAM = 'chaos-always-cut';

export const ALL_MODELS = [
  CHAOS_MODEL,
  OTHER_MODEL,
  HEARING_MODEL,
  SPEAKING_MODEL,
  VOICE_MODEL,
  MESSAGES_MODEL,
  EMBEDDING_MODEL,
  FAILING_MODEL,
  CUT_MODEL,
  FALLBACK_MODEL,
];
