import type { FormFile, Transcript, TranscriptionRequest } from '@multilane/contracts';
import type { ExchangeCodec } from '../../exchange.js';
import { checkTranscription, findFile } from '../../shared/audio/read-transcription-request.js';
import { sniffAudio } from '../../shared/audio/sniff-audio.js';
import { answerTranscript } from '../../shared/transcript/write-transcript.js';
import { failOnTrigger } from '../fail-on-trigger.js';
import { countFlacSamples, readFlac } from './flac.js';
import { readCarried, SAMPLE_RATE, timeWords } from './speak.js';

/** The beginning of a file that is read: the longest text that a tone carries, as bits of samples. */
const MAX_BYTES_READ = 1024 * 1024;
const BYTES_PER_SAMPLE = 2;
/** Seconds that a word of the answer to other sounds takes: cues need times, and nothing is known of the sound. */
const SECONDS_PER_WORD = 0.4;

/**
 * Says what the simulator's own tones say. Of any other sound it says its size and type, because it recognizes no speech. A translation
 * is the same: the simulator knows no languages.
 */
export const SIMULATED_TRANSCRIPTIONS: ExchangeCodec<TranscriptionRequest> = {
  check: (request) => checkTranscription(request, { times: 'words', speakers: true, keyterms: true }),
  async serve(request, exchange) {
    failOnTrigger(exchange.target.upstreamModel, request.prompt ?? '');
    const file = await findFile(request);
    const transcript = hear(await readBeginning(file));
    return answerTranscript(request, transcript, exchange);
  },
};

interface Beginning {
  readonly head: Buffer;
  /** Size of the whole file, in bytes. */
  readonly size: number;
}

/** Reads a file to its end and keeps its beginning. */
async function readBeginning(file: FormFile): Promise<Beginning> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of file.open()) {
    if (size < MAX_BYTES_READ) pieces.push(piece.subarray(0, MAX_BYTES_READ - size));
    size += piece.length;
  }
  return { head: Buffer.concat(pieces), size };
}

function hear({ head, size }: Beginning): Transcript {
  const { samples, count } = findSamples(head, size);
  const text = samples && readCarried(samples);
  if (text === undefined) return describeUnknown(size, sniffAudio(head)?.contentType);
  const words = timeWords(text, count).map((word) => ({ ...word, speaker: 'A' }));
  return { text, words, duration: count / SAMPLE_RATE };
}

/** The samples at the beginning of a file, and how many there are in the whole of it. */
function findSamples(head: Buffer, size: number): { samples: Buffer | undefined; count: number } {
  const type = sniffAudio(head)?.extension;
  if (type === 'flac') return { samples: readFlac(head), count: countFlacSamples(head) ?? 0 };
  const start = type === 'wav' ? findWavData(head) : 0;
  return { samples: head.subarray(start), count: Math.floor((size - start) / BYTES_PER_SAMPLE) };
}

/** Finds the start of a WAV file's samples; its end if it names none. */
function findWavData(head: Buffer): number {
  for (let at = 12; at + 8 <= head.length; ) {
    if (head.toString('latin1', at, at + 4) === 'data') return at + 8;
    const length = head.readUInt32LE(at + 4);
    at += 8 + length + (length & 1);
  }
  return head.length;
}

function describeUnknown(size: number, type = 'an unknown type'): Transcript {
  const text = `The simulator understands its own tones alone. This file has ${size} bytes of ${type}.`;
  const words = text.split(' ').map((word, index) => ({
    word,
    start: index * SECONDS_PER_WORD,
    end: (index + 1) * SECONDS_PER_WORD,
    speaker: 'A',
  }));
  return { text, words };
}
