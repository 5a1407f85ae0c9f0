/** Answers of the media upstream, and the requests to it. */

/** Sound of about 40 ms: 24,000 samples of two bytes a second. */
const SOUND = Buffer.alloc(960, 'sound').toString('base64');

/** Message of a client at a realtime socket while somebody speaks: 1.3 KB. */
export const SOUND_MESSAGE = JSON.stringify({ type: 'input_audio_buffer.append', audio: SOUND });

/** Event of the provider while it speaks. */
export const SOUND_EVENT = JSON.stringify({
  type: 'response.output_audio.delta',
  event_id: 'event_bench',
  response_id: 'resp_bench',
  output_index: 0,
  content_index: 0,
  delta: SOUND,
});

/** An answer of speech, piece by piece. */
export const SPEECH_PIECES: readonly Buffer[] = Array.from({ length: 16 }, (_, index) =>
  Buffer.alloc(4_096, 65 + index),
);

export const SPEECH_BYTES = SPEECH_PIECES.reduce((sum, { length }) => sum + length, 0);

const BOUNDARY = 'bench-boundary';

export const UPLOAD_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A form with a file of so many bytes, its model first. */
export function buildUpload(model: string, bytes: number): string {
  const part = (head: string, content: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const file = part('name="file"; filename="speech.wav"', 'a'.repeat(bytes));
  return `${part('name="model"', model)}${file}--${BOUNDARY}--\r\n`;
}
