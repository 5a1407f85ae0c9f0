import type { AnyRequest } from '../endpoints.js';
import type { Usage } from './chat.js';

/** One part of a multipart form, with what its head said: nothing is corrected, for providers read some of it. */
export interface FormPart {
  /** Name as it came: `image`, `image[]`, `image[0]`. */
  readonly name: string;
  /** Name as it came, and never used as the path of a file; undefined for a plain field. */
  readonly filename: string | undefined;
  /** Type as it came; undefined if the part has none, or an empty one. */
  readonly contentType: string | undefined;
}

/** A part that is text. */
export interface FormField extends FormPart {
  readonly value: string;
}

/** A part that is a file. */
export interface FormFile extends FormPart {
  /** In bytes; undefined while the file is still arriving. */
  readonly size: number | undefined;
  /** Bytes of it that have arrived; left out if it did not come over a connection. */
  readonly receivedBytes?: number;
  /** Its first bytes, at most 4,096, without taking them from `open`: what a file is says its beginning, not its name. */
  peek(): Promise<Uint8Array>;
  /**
   * Its bytes, at the pace at which they are read. Once while the file is still arriving; as often as wanted once the form is
   * whole.
   */
  open(): AsyncIterable<Uint8Array>;
}

/** A multipart form as a request brings it. Files are in memory up to a bound and beyond it on disk, or still arriving. */
export interface UploadForm {
  /** The fields that have arrived, in their order. All of them once the form is whole. */
  readonly fields: readonly FormField[];
  /** The files that have arrived, or begun to, in their order. */
  readonly files: readonly FormFile[];
  /** The first field of a name, among those that have arrived. */
  field(name: string): string | undefined;
  /** True if everything has arrived, so that the files may be opened again and again. */
  readonly isWhole: boolean;
  /** Reads the rest of the form. Rejects with the refusal of a form that is malformed, too large, or has too many parts. */
  readToEnd(): Promise<void>;
  /** Every part in the order in which it came; while the form is still arriving it can be asked for once. */
  parts(): AsyncIterable<FormField | FormFile>;
}

/** A request whose body may be a multipart form: JSON members, or the fields of the form, are members of the request. */
export interface FormRequest extends AnyRequest {
  /** Undefined if the body was JSON. */
  readonly form?: UploadForm | undefined;
}

/** `POST /v1/images/generations`; the other members go to the provider as they came. */
export interface ImageRequest extends AnyRequest {
  prompt?: string;
  n?: number;
  size?: string;
  response_format?: string;
}

/** `POST /v1/images/edits` and `/variations`, as a form or as JSON with `images: [{ image_url }]`. */
export interface ImageEditRequest extends FormRequest {
  prompt?: string;
  n?: number;
  size?: string;
  response_format?: string;
}

/** The formats that `POST /v1/audio/speech` answers in. */
export const SPEECH_FORMATS = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;
export type SpeechFormat = (typeof SPEECH_FORMATS)[number];

export interface SpeechRequest extends AnyRequest {
  input: string;
  /** One of the reference's voices, a name of the model's `voices` map, or a voice of the provider's own. */
  voice?: string | { id: string };
  response_format?: SpeechFormat;
  speed?: number;
  instructions?: string;
  stream_format?: 'audio' | 'sse';
}

/** The formats that transcriptions and translations are answered in. */
export const TRANSCRIPT_FORMATS = ['json', 'text', 'srt', 'verbose_json', 'vtt', 'diarized_json'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** `POST /v1/audio/transcriptions` and `/translations`: the fields of the form, checked and with their types. */
export interface TranscriptionRequest extends FormRequest {
  language?: string;
  prompt?: string;
  response_format?: TranscriptFormat;
  temperature?: number;
  timestamp_granularities?: readonly ('word' | 'segment')[];
}

/** A provider's transcript, in the reference's units, from which every format of answer can be written. */
export interface Transcript {
  readonly text: string;
  /** ISO 639-1 where the provider says which. */
  readonly language?: string | undefined;
  /** In seconds. */
  readonly duration?: number | undefined;
  /** Undefined if the provider gives no times. */
  readonly words?: readonly TranscriptWord[] | undefined;
  /** Undefined if the provider cuts none: they are cut from the words. */
  readonly segments?: readonly TranscriptSegment[] | undefined;
}

export interface TranscriptWord {
  readonly word: string;
  /** In seconds from the beginning. */
  readonly start: number;
  readonly end: number;
  /** `A`, `B` … in the order in which they first speak. */
  readonly speaker?: string | undefined;
  readonly logprob?: number | undefined;
}

export interface TranscriptSegment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly speaker?: string | undefined;
}

/** Use of a request for media, in the units that it may be charged by. Unknown units are left out. */
export interface MediaUsage {
  /** Images that were made. */
  readonly images?: number;
  /** Unicode code points of the text that was spoken. */
  readonly characters?: number;
  /** Seconds of audio, transcribed or generated, as the provider counts them. */
  readonly seconds?: number;
  /** Tokens, if the provider counts in them. */
  readonly tokens?: Usage;
}
