import { isRecord, type Transcript, type TranscriptionRequest } from '@multilane/contracts';
import type { ExchangeCodec, ProviderExchange } from '../exchange.js';
import { ProviderFailure } from '../provider-failure.js';
import {
  checkTranscription,
  findFile,
  loseTemperature,
  needsSpeakers,
  readKeyterms,
  type TranscriptionAbilities,
} from '../shared/audio/read-transcription-request.js';
import { unreadable } from '../shared/failures/map-error.js';
import { maskSecrets } from '../shared/failures/mask-secrets.js';
import type { Losses } from '../shared/losses.js';
import { readLanguageCode } from '../shared/transcript/languages.js';
import { readSeconds, readSegments, readWords } from '../shared/transcript/read-timed.js';
import { answerTranscript } from '../shared/transcript/write-transcript.js';

const ABILITIES: TranscriptionAbilities = { times: 'words', speakers: true, keyterms: true };

/**
 * Upload, transcript, polls, and the transcript deleted in the end, whatever the end is: nobody but this request knows its id
 * (assemblyai.com/docs/api-reference/transcripts).
 */
export const TRANSCRIPTIONS: ExchangeCodec<TranscriptionRequest> = {
  check: (request) => checkTranscription(request, ABILITIES),
  async serve(request, exchange) {
    const audioUrl = await upload(request, exchange);
    const created = await exchange.send({
      path: '/v2/transcript',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        audio_url: audioUrl,
        ...encodeOptions(request, exchange.target.upstreamModel, exchange.losses),
      }),
    });
    const id = readId(await created.json());
    const path = `/v2/transcript/${encodeURIComponent(id)}`;
    try {
      return await answerTranscript(request, readTranscript(await poll(path, exchange)), exchange);
    } finally {
      // The answer does not wait for it.
      void exchange.sendAnyway({ method: 'DELETE', path });
    }
  },
};

async function upload(request: Readonly<TranscriptionRequest>, exchange: ProviderExchange): Promise<string> {
  const file = await findFile(request);
  const answer = await exchange.send({
    path: '/v2/upload',
    headers: {
      'content-type': 'application/octet-stream',
      ...(file.size === undefined ? {} : { 'content-length': String(file.size) }),
    },
    body: file.open(),
  });
  const body = await answer.json();
  if (!isRecord(body) || typeof body.upload_url !== 'string') throw unreadable('no upload_url');
  return body.upload_url;
}

/** Names that only the older member takes; the newer one is a list. */
const OLDER_MODELS: ReadonlySet<string> = new Set(['best', 'nano', 'slam-1', 'universal']);
/** assemblyai.com/docs/pre-recorded-audio/prompting */
const TAKES_PROMPTS = /^universal-[3-9]/;

/** The members of `POST /v2/transcript` beside the sound. */
function encodeOptions(request: Readonly<TranscriptionRequest>, model: string, losses: Losses) {
  loseTemperature(request, losses);
  const { language, prompt } = request;
  const takesPrompts = TAKES_PROMPTS.test(model) && !!prompt;
  const keyterms = readKeyterms(takesPrompts ? { ...request, prompt: '' } : request, losses);
  return {
    ...(OLDER_MODELS.has(model) ? { speech_model: model } : { speech_models: [model] }),
    ...(language ? { language_code: language.toLowerCase().replaceAll('-', '_') } : { language_detection: true }),
    ...(needsSpeakers(request) ? { speaker_labels: true } : {}),
    ...(takesPrompts ? { prompt } : {}),
    ...(keyterms.length === 0 ? {} : { keyterms_prompt: keyterms }),
  };
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;
const GROWTH = 1.4;

/** Asks until the transcript is there, at growing intervals. How long in all, the exchange decides. */
async function poll(path: string, exchange: ProviderExchange): Promise<unknown> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MS)) {
    await exchange.wait(Math.round(pause));
    const answer = await exchange.send({ method: 'GET', path });
    const body = await answer.json();
    if (!isRecord(body)) throw unreadable('no transcript');
    if (body.status === 'completed') return body;
    if (body.status === 'error') throw describeFailure(body.error);
    if (body.status !== 'queued' && body.status !== 'processing') throw unreadable('unknown status');
  }
}

/** Words in the provider's errors about sounds that it cannot use. */
const FAULTS_OF_THE_FILE = /transcod|decod|audio|file|duration|spoken|language/i;

/** A transcript that failed is a 200 whose body says why. */
function describeFailure(error: unknown): ProviderFailure {
  const text = typeof error === 'string' ? error : '';
  const detail = `status error: ${maskSecrets(text).slice(0, 300)}`;
  if (!FAULTS_OF_THE_FILE.test(text)) return new ProviderFailure('provider_error', { detail });
  const publicMessage =
    'The provider could not use the sound. Check that `file` is a whole recording with speech in it.';
  return new ProviderFailure('provider_rejected_request', { detail, param: 'file', publicMessage });
}

function readId(body: unknown): string {
  const id = isRecord(body) ? body.id : undefined;
  // Two dots would lead to another path.
  if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{1,128}$/.test(id)) throw unreadable('no id of a transcript');
  return id;
}

/** Times are in milliseconds, the duration is in seconds. */
const WORDS = { text: ['text'], speaker: 'speaker', confidence: 'confidence', unitsPerSecond: 1000 };

/** Throws a `ProviderFailure` for an answer without text. */
export function readTranscript(body: unknown): Transcript {
  if (!isRecord(body) || typeof body.text !== 'string') throw unreadable('no text');
  const { language_code: language } = body;
  return {
    text: body.text,
    language: typeof language === 'string' ? (readLanguageCode(language) ?? language) : undefined,
    duration: readSeconds(body.audio_duration),
    words: readWords(body.words, WORDS),
    // Turns of a speaker, where speakers were asked for.
    segments: readSegments(body.utterances, WORDS),
  };
}
