import { parseBoundedJson } from '@multilane/contracts';
import { captionsToDocument, type ParsedDocument } from '@multilane/knowledge';
import type { DocumentFiles } from '@multilane/knowledge-bases';
import type { Database, DocumentToIngest } from '@multilane/persistence';
import type { ModelAsker } from '../../knowledge/ask-model.js';
import { type HeardText, transcribe } from '../../knowledge/transcribe.js';
import { DocumentLost, DocumentUnusable, explainProblem } from './document-problem.js';

export interface TranscriptionParts {
  readonly database: Pick<Database, 'knowledge'>;
  readonly files: DocumentFiles;
  /** `knowledge.transcription_model`. */
  readonly model: string | undefined;
  readonly mediaType: string;
  /** Finds the uploader of the document. */
  readonly findAsker: () => Promise<ModelAsker>;
}

/**
 * A document that is sound or video, as text (docs/contract/knowledge.md#sound-and-video). The transcript is stored with the document: it
 * is paid for once, and a worker that goes on where another one stopped cuts the same chunks.
 */
export async function transcribeDocument(
  { database: { knowledge }, files, findAsker, mediaType, model }: TranscriptionParts,
  document: DocumentToIngest,
): Promise<ParsedDocument> {
  const stored = await knowledge.readTranscript(document.id);
  if (stored !== undefined) return toDocument(document, parseBoundedJson(stored) as HeardText);
  if (model === undefined) {
    const message =
      'Sound and video are read by a transcription model, and none is configured. Set `knowledge.transcription_model` and retry the document, or upload a transcript as text.';
    throw new DocumentUnusable('needs_transcription', message);
  }
  const { bytes: size, id, name } = document;
  const heard = await askAsUploader({ name, mediaType, size, open: () => files.read(id) }, model, findAsker);
  const parsed = toDocument(document, heard);
  if (!(await knowledge.storeTranscript(document, JSON.stringify(heard)))) throw new DocumentLost();
  return parsed;
}

async function askAsUploader(
  recording: Parameters<typeof transcribe>[1],
  model: string,
  findAsker: () => Promise<ModelAsker>,
): Promise<HeardText> {
  try {
    return await transcribe(model, recording, await findAsker());
  } catch (error) {
    throw explainProblem(error, { noun: 'Transcription', participle: 'transcribed' });
  }
}

function toDocument({ name }: DocumentToIngest, { captions, language }: HeardText): ParsedDocument {
  const parsed = captionsToDocument(captions, name, language);
  if (parsed.blocks.length > 0) return parsed;
  throw new DocumentUnusable('no_text', 'Nothing is said in the recording.');
}
