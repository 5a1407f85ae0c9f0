/** An OpenAPI document, as far as it is looked at here. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [member: string]: unknown;
}

/** Source of a service's document. It is asked for once, at the first request. */
export interface DocumentSource {
  readonly title: string;
  document(): OpenApiDocument;
}

/** The injection token of `DocumentSource`. */
export const DOCUMENT_SOURCE = Symbol('DocumentSource');
