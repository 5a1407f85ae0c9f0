import type { FormField, FormFile, UploadForm } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { Caption } from '@multilane/knowledge';
import { TRANSCRIPTIONS } from '../endpoints/audio/audio.endpoints.js';
import { askModel, type ModelAsker } from './ask-model.js';

/** Sound, or a video with sound. */
export interface Recording extends Pick<FormFile, 'open'> {
  readonly name: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
}

/** Speech in a recording. */
export interface HeardText {
  readonly captions: readonly Caption[];
  readonly language?: string | undefined;
}

const PEEKED_BYTES = 4_096;
const MOST_CAPTIONS = 200_000;
const MOST_CHARACTERS = 10_000_000;

/**
 * Transcribes a recording as one request of the caller. With times where the model's provider has them.
 *
 * @throws GatewayError the refusal or failure of the request; 502 `provider_error` for an answer that cannot be used
 */
export async function transcribe(model: string, recording: Recording, asker: ModelAsker): Promise<HeardText> {
  try {
    return readTranscript(await askModel(TRANSCRIPTIONS, new RecordingForm(model, 'verbose_json', recording), asker));
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 400 || error.param !== 'response_format') throw error;
    // The model reports no times.
    const again = { ...asker, requestId: `${asker.requestId}_2` };
    return readTranscript(await askModel(TRANSCRIPTIONS, new RecordingForm(model, 'json', recording), again));
  }
}

/** Reads the speech from an answer in either format. */
export function readTranscript(answer: unknown): HeardText {
  const { language, segments, text } = Object(answer) as Record<string, unknown>;
  if (typeof text !== 'string' || text.length > MOST_CHARACTERS) throw unusable();
  const timed = Array.isArray(segments) ? segments.slice(0, MOST_CAPTIONS).flatMap(readSegment) : [];
  const captions = timed.length > 0 ? timed : cutIntoSentences(text);
  return { captions, ...(typeof language === 'string' && language.length === 2 && { language }) };
}

function readSegment(segment: unknown): Caption[] {
  const { start, text } = Object(segment) as Record<string, unknown>;
  if (typeof text !== 'string') return [];
  return [{ text, ...(typeof start === 'number' && Number.isFinite(start) && { offset: start }) }];
}

/** Without times, so that paragraphs end where sentences do. */
const cutIntoSentences = (text: string): Caption[] =>
  text.split(/(?<=[.!?。！？])\s*(?=\S)/u, MOST_CAPTIONS).map((sentence) => ({ text: sentence }));

const unusable = (): GatewayError =>
  new GatewayError('provider_error', { message: "The transcription model's answer cannot be used: it has no text." });

/** The form that a client would send. The bytes are read as they are needed, once for each provider that is asked. */
class RecordingForm implements UploadForm {
  readonly isWhole = true;
  readonly fields: readonly FormField[];
  readonly files: readonly FormFile[];

  constructor(model: string, format: string, { mediaType, name, open, size }: Recording) {
    const part = { filename: undefined, contentType: undefined };
    this.fields = [
      { ...part, name: 'model', value: model },
      { ...part, name: 'response_format', value: format },
    ];
    this.files = [{ name: 'file', filename: name, contentType: mediaType, size, open, peek: () => peek(open()) }];
  }

  field(name: string): string | undefined {
    return this.fields.find((field) => field.name === name)?.value;
  }

  readToEnd(): Promise<void> {
    return Promise.resolve();
  }

  async *parts(): AsyncIterable<FormField | FormFile> {
    yield* this.fields;
    yield* this.files;
  }
}

async function peek(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  for await (const piece of bytes) return piece.subarray(0, PEEKED_BYTES);
  return new Uint8Array();
}
