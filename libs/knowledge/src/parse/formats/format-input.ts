import type { ParsedDocument } from '../../document/parsed-document.js';
import type { DocumentFacts, OcrOptions, ParseBounds } from '../parse-outcome.js';

/** Input of a format's parser. */
export interface FormatInput {
  readonly bytes: Uint8Array;
  readonly facts: DocumentFacts;
  readonly bounds: ParseBounds;
  readonly ocr: OcrOptions | undefined;
  readonly mediaType: string;
}

/** Contents that it finds; the media type is known already. */
export type FormatOutput = Omit<ParsedDocument, 'mediaType'>;

export type ParseFormat = (input: FormatInput) => FormatOutput | Promise<FormatOutput>;
