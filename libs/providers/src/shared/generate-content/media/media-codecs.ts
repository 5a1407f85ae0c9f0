import { type FormFile, isRecord, type SpeechRequest, type TranscriptionRequest } from '@multilane/contracts';
import type { ExchangeCodec, VoicesRequest } from '../../../exchange.js';
import { ProviderFailure } from '../../../provider-failure.js';
import type { ProviderTarget } from '../../../target.js';
import { answerWholeSpeech } from '../../audio/answer-speech.js';
import { createVoicesCodec } from '../../audio/list-voices.js';
import {
  checkSpeech,
  limitSpeed,
  loseInstructions,
  resolveVoice,
  type VoiceTable,
} from '../../audio/read-speech-request.js';
import {
  checkTranscription,
  findFile,
  loseTemperature,
  type TranscriptionAbilities,
} from '../../audio/read-transcription-request.js';
import { sniffAudio } from '../../audio/sniff-audio.js';
import { wrapSamples } from '../../audio/wrap-samples.js';
import { writeBase64 } from '../../audio/write-base64.js';
import { unreadable } from '../../failures/map-error.js';
import { nameLanguage } from '../../transcript/languages.js';
import { answerTranscript } from '../../transcript/write-transcript.js';
import { mapUsage } from '../map-usage.js';
import { isBlocked, readAnswer } from '../read-answer.js';

/** Path of a model's `generateContent`, below the base URL. */
export type MethodPath = (target: ProviderTarget) => string;

/** Prebuilt voices (ai.google.dev/gemini-api/docs/speech-generation). */
const VOICES: VoiceTable = {
  alloy: 'Kore',
  echo: 'Puck',
  fable: 'Charon',
  onyx: 'Orus',
  nova: 'Leda',
  shimmer: 'Aoede',
};

/** The provider answers with raw samples, of which a WAV file can be made. */
const FORMATS = { formats: ['wav', 'pcm'] } as const;

/** Speech by `generateContent`. Without a format it is WAV, for the reference's own cannot be made: a declared loss. */
export function createSpeechCodec(pathOf: MethodPath): ExchangeCodec<SpeechRequest> {
  return {
    isBeyondReference: true,
    check: (request) => checkSpeech(request, FORMATS),
    async serve(request, exchange) {
      const { target, losses } = exchange;
      limitSpeed(request, [1, 1], losses);
      loseInstructions(request, losses);
      if (!request.response_format) losses.lose('response_format');
      const voiceName = resolveVoice(request, target, VOICES);
      const answer = await exchange.send({
        path: pathOf(target),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          contents: [{ role: 'user', parts: [{ text: request.input }] }],
          generationConfig: {
            responseModalities: ['AUDIO'],
            speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName } } },
          },
        }),
      });
      const body = readAnswer(await answer.json());
      const samples = readSamples(readParts(body));
      const tokens = mapUsage(body.usageMetadata);
      const format = request.response_format === 'pcm' ? 'pcm' : 'wav';
      const sound = format === 'pcm' ? samples.bytes : wrapSamples(samples);
      return answerWholeSpeech(request, sound, format, tokens ? { tokens } : {});
    },
  };
}

export const VOICE_LIST: ExchangeCodec<VoicesRequest> = { ...createVoicesCodec(VOICES), isBeyondReference: true };

/** The samples in an answer; its type says their rate: `audio/L16;codec=pcm;rate=24000`. */
function readSamples(parts: readonly Readonly<Record<string, unknown>>[]) {
  const pieces: Buffer[] = [];
  let rate = DEFAULT_RATE;
  for (const { inlineData } of parts) {
    if (!isRecord(inlineData) || typeof inlineData.data !== 'string') continue;
    pieces.push(Buffer.from(inlineData.data, 'base64'));
    const stated = Number(/rate=(\d{4,6})/.exec(String(inlineData.mimeType))?.[1]);
    if (stated) rate = stated;
  }
  if (pieces.length === 0) throw unreadable('no sound');
  return { bytes: Buffer.concat(pieces), rate };
}

const DEFAULT_RATE = 24_000;

const ABILITIES: TranscriptionAbilities = { times: false, speakers: false, keyterms: false };
const TASK = 'Transcribe the provided audio and respond with only the transcript text.';

/** Transcription by `generateContent`: the text alone, for a model that writes freely knows no times. */
export function createTranscriptionsCodec(pathOf: MethodPath): ExchangeCodec<TranscriptionRequest> {
  return {
    isBeyondReference: true,
    check: (request) => checkTranscription(request, ABILITIES),
    async serve(request, exchange) {
      const file = await findFile(request);
      loseTemperature(request, exchange.losses);
      if (request.prompt) exchange.losses.lose('prompt');
      const type = sniffAudio(await file.peek())?.contentType ?? file.contentType ?? 'audio/wav';
      const text = request.language ? `${TASK} Its language is ${nameLanguage(request.language)}.` : TASK;
      const answer = await exchange.send({
        path: pathOf(exchange.target),
        headers: { 'content-type': 'application/json' },
        body: writeBody(text, type, file),
      });
      const body = readAnswer(await answer.json());
      const said = readParts(body).flatMap((part) => (part.thought || typeof part.text !== 'string' ? [] : part.text));
      return answerTranscript(request, { text: said.join('').trim() }, exchange, mapUsage(body.usageMetadata));
    },
  };
}

/** The JSON body, with the sound as base64 while it is read. */
async function* writeBody(text: string, type: string, file: FormFile): AsyncGenerator<Uint8Array> {
  const head = `{"contents":[{"role":"user","parts":[{"text":${JSON.stringify(text)}},{"inline_data":`;
  yield Buffer.from(`${head}{"mime_type":${JSON.stringify(type)},"data":"`);
  yield* writeBase64(file.open());
  yield Buffer.from('"}}]}],"generationConfig":{"responseMimeType":"text/plain"}}');
}

/** The parts of the first candidate. Throws for a prompt that the provider rejected, and for an answer without any. */
function readParts(body: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  if (isBlocked(body)) {
    const publicMessage = "The provider's content filter refused the request.";
    throw new ProviderFailure('provider_rejected_request', { detail: 'blocked', publicMessage });
  }
  const candidate = Array.isArray(body.candidates) ? body.candidates[0] : undefined;
  const content = isRecord(candidate) ? candidate.content : undefined;
  const parts = isRecord(content) && Array.isArray(content.parts) ? content.parts.filter(isRecord) : undefined;
  if (!parts) throw unreadable('no parts');
  return parts;
}
