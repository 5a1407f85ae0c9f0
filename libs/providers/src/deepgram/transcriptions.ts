import { isRecord, type Transcript, type TranscriptionRequest } from '@multilane/contracts';
import type { ExchangeCodec } from '../exchange.js';
import {
  checkTranscription,
  findFile,
  loseTemperature,
  needsSpeakers,
  needsTimes,
  readKeyterms,
  type TranscriptionAbilities,
} from '../shared/audio/read-transcription-request.js';
import { sniffAudio } from '../shared/audio/sniff-audio.js';
import { unreadable } from '../shared/failures/map-error.js';
import type { Losses } from '../shared/losses.js';
import { readSeconds, readSegments, readWords } from '../shared/transcript/read-timed.js';
import { answerTranscript } from '../shared/transcript/write-transcript.js';

const ABILITIES: TranscriptionAbilities = { times: 'words', speakers: true, keyterms: true };

/** `POST /v1/listen` (developers.deepgram.com/reference/speech-to-text/listen-pre-recorded): the body is the sound itself. */
export const TRANSCRIPTIONS: ExchangeCodec<TranscriptionRequest> = {
  check: (request) => checkTranscription(request, ABILITIES),
  async serve(request, exchange) {
    const file = await findFile(request);
    const type = sniffAudio(await file.peek())?.contentType ?? file.contentType ?? 'application/octet-stream';
    const answer = await exchange.send({
      path: `/v1/listen?${writeQuery(request, exchange.target.upstreamModel, exchange.losses)}`,
      headers: {
        'content-type': type.replace(/[\r\n]/g, ''),
        ...(file.size === undefined ? {} : { 'content-length': String(file.size) }),
      },
      body: file.open(),
    });
    return answerTranscript(request, readTranscript(await answer.json()), exchange);
  },
};

/** Generations before the third know `keywords` instead of `keyterm` (developers.deepgram.com/docs/keyterm). */
const KNOWS_KEYTERMS = /^(?:nova-3|flux)/;

/** The query of a transcription: the model, and the features that the request needs. */
export function writeQuery(request: Readonly<TranscriptionRequest>, model: string, losses: Losses): URLSearchParams {
  loseTemperature(request, losses);
  const query = new URLSearchParams({ model, smart_format: 'true' });
  if (needsTimes(request)) query.set('utterances', 'true');
  if (needsSpeakers(request)) query.set('diarize_model', 'latest');
  if (request.language) query.set('language', request.language);
  else query.set('detect_language', 'true');
  const name = KNOWS_KEYTERMS.test(model) ? 'keyterm' : 'keywords';
  for (const term of readKeyterms(request, losses)) query.append(name, term);
  return query;
}

const WORDS = { text: ['punctuated_word', 'word'], speaker: 'speaker', confidence: 'confidence' };
const UTTERANCES = { text: ['transcript'], speaker: 'speaker' };

/** Throws a `ProviderFailure` for an answer without a transcript of the first channel. */
export function readTranscript(body: unknown): Transcript {
  const results = isRecord(body) && isRecord(body.results) ? body.results : undefined;
  const channel = Array.isArray(results?.channels) ? results.channels[0] : undefined;
  const alternative = isRecord(channel) && Array.isArray(channel.alternatives) ? channel.alternatives[0] : undefined;
  if (!isRecord(body) || !isRecord(alternative) || typeof alternative.transcript !== 'string') {
    throw unreadable('no transcript');
  }
  const detected = isRecord(channel) ? channel.detected_language : undefined;
  return {
    text: alternative.transcript,
    language: typeof detected === 'string' ? detected : undefined,
    duration: isRecord(body.metadata) ? readSeconds(body.metadata.duration) : undefined,
    words: readWords(alternative.words, WORDS),
    segments: readSegments(results?.utterances, UTTERANCES),
  };
}
