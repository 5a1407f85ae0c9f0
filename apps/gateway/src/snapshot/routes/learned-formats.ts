/**
 * Formats that a model's provider was found to serve it in, when the model table knew nothing or was wrong. One for each target: what was
 * learned is forgotten when the model or its provider changes.
 */
export class LearnedFormats {
  /** It is served in the Responses format alone. */
  onlyResponses = false;
  /** Requests with tools are served in the Responses format alone. */
  toolsNeedResponses = false;
  /** It is not served in the Responses format. */
  onlyChat = false;
}
