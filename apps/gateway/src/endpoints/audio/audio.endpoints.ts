import type { SpeechRequest, TranscriptionRequest } from '@multilane/contracts';
import {
  describeForm,
  speechRequestSchema,
  transcriptionFormSchema,
  translationFormSchema,
  validateSpeechRequest,
  validateTranscriptionRequest,
  validateTranslationRequest,
} from '@multilane/validation';
import type { EndpointDescriptor } from '../descriptor.js';
import { exchangeFormat } from '../exchange-format.js';

/** POST /v1/audio/speech (docs/contract/media.md#speech). */
export const SPEECH: EndpointDescriptor<SpeechRequest> = {
  name: 'audio.speech',
  route: { method: 'POST', path: '/v1/audio/speech' },
  body: 'json',
  answers: ['bytes', 'events'],
  docs: {
    summary: 'Text as speech.',
    answer: 'Sound in the format that was asked for, as it is made.',
    schema: speechRequestSchema,
  },
  format: undefined,
  exchange: exchangeFormat('speech', 'generate_content', 'characters'),
  modelTypes: ['speech'],
  source: 'workspace-then-catalog',
  validate: validateSpeechRequest,
};

/** POST /v1/audio/transcriptions (docs/contract/media.md#transcription). */
export const TRANSCRIPTIONS: EndpointDescriptor<TranscriptionRequest> = {
  name: 'audio.transcriptions',
  route: { method: 'POST', path: '/v1/audio/transcriptions' },
  body: 'multipart',
  answers: ['json', 'events'],
  docs: {
    summary: 'What is said in a recording.',
    answer: 'The text, in the format that was asked for.',
    schema: describeForm(transcriptionFormSchema, 'file'),
  },
  format: undefined,
  exchange: exchangeFormat('transcriptions', 'generate_content', 'requests'),
  modelTypes: ['transcription'],
  source: 'workspace-then-catalog',
  validate: validateTranscriptionRequest,
};

/** POST /v1/audio/translations (docs/contract/media.md#transcription). */
export const TRANSLATIONS: EndpointDescriptor<TranscriptionRequest> = {
  name: 'audio.translations',
  route: { method: 'POST', path: '/v1/audio/translations' },
  body: 'multipart',
  answers: ['json'],
  docs: {
    summary: 'What is said in a recording, in English.',
    answer: 'The text, in the format that was asked for.',
    schema: describeForm(translationFormSchema, 'file'),
  },
  format: undefined,
  exchange: exchangeFormat('translations', 'generate_content', 'requests'),
  modelTypes: ['transcription'],
  source: 'catalog',
  validate: validateTranslationRequest,
};
