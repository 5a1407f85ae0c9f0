/**
 * What a model's provider has said about the formats that it serves it in, where the model table knew nothing or was wrong. One for each
 * target of a snapshot: what was learned is forgotten with it.
 */
export class LearnedFormats {
  /** It is served in the Responses format alone. */
  onlyResponses = false;
  /** Requests with tools are served in the Responses format alone. */
  toolsNeedResponses = false;
  /** It is not served in the Responses format. */
  onlyChat = false;
}
