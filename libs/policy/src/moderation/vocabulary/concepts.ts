import { CONTEXT_TERMS } from './context-terms.js';
import { HATE_TERMS } from './hate-terms.js';
import { ILLICIT_TERMS } from './illicit-terms.js';
import { PERSON_TERMS } from './person-terms.js';
import { SELF_HARM_TERMS } from './self-harm-terms.js';
import { SEXUAL_TERMS } from './sexual-terms.js';
import { VIOLENCE_TERMS } from './violence-terms.js';

/**
 * The words that the rules speak of, by what they mean, in English, German, French, Spanish, Portuguese, Italian and
 * Russian. A `*` stands for the rest of a word; accents and case do not count.
 */
export const VOCABULARY = {
  ...CONTEXT_TERMS,
  ...HATE_TERMS,
  ...ILLICIT_TERMS,
  ...PERSON_TERMS,
  ...SELF_HARM_TERMS,
  ...SEXUAL_TERMS,
  ...VIOLENCE_TERMS,
} as const;

export type Concept = keyof typeof VOCABULARY;
