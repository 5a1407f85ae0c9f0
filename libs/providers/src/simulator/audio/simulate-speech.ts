import type { SpeechFormat, SpeechRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { ExchangeCodec } from '../../exchange.js';
import { answerSpeech } from '../../shared/audio/answer-speech.js';
import { checkSpeech } from '../../shared/audio/read-speech-request.js';
import { wrapSamples } from '../../shared/audio/wrap-samples.js';
import { failOnTrigger } from '../fail-on-trigger.js';
import { writeFlac } from './flac.js';
import { SAMPLE_RATE, speak } from './speak.js';

/** The formats that hold samples as they are. The others need an encoder, which the simulator does not have. */
const FORMATS: readonly SpeechFormat[] = ['wav', 'flac', 'pcm'];
const DEFAULT_FORMAT: SpeechFormat = 'wav';
/** Length of the reference's longest input, in characters. */
const LONGEST_INPUT = 4_096;
const SPEEDS: readonly [number, number] = [0.25, 4];
/** Bytes that are handed on at a time. */
const PIECE = 64 * 1024;

/** A tone for each word. It carries its text, so that the simulator's transcription gives it back. */
export const SIMULATED_SPEECH: ExchangeCodec<SpeechRequest> = {
  check(request) {
    checkSpeech(request, { formats: FORMATS });
    const { input, speed = 1 } = request;
    if (typeof input !== 'string' || input.trim() === '' || input.length > LONGEST_INPUT) {
      throw invalid('input', `\`input\` must be a text of 1 to ${LONGEST_INPUT} characters.`);
    }
    if (speed === null || (speed >= SPEEDS[0] && speed <= SPEEDS[1])) return;
    throw invalid('speed', `\`speed\` must be from ${SPEEDS[0]} to ${SPEEDS[1]}.`);
  },
  serve(request, exchange) {
    const { input, voice, speed, instructions } = request;
    failOnTrigger(exchange.target.upstreamModel, input);
    if (instructions) exchange.losses.lose('instructions');
    const name = typeof voice === 'object' ? (voice?.id ?? '') : (voice ?? 'alloy');
    const format = request.response_format ?? DEFAULT_FORMAT;
    const sound = speak(input, name, speed ?? 1);
    return answerSpeech(request, { headers: {}, body: encode(sound, format) }, format);
  },
};

function encode(samples: Buffer, format: SpeechFormat): AsyncIterable<Uint8Array> {
  if (format === 'flac') return writeFlac(samples);
  return cut(format === 'wav' ? wrapSamples({ bytes: samples, rate: SAMPLE_RATE }) : samples);
}

async function* cut(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError('invalid_value', { param, message });
}
