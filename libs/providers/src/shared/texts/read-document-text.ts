import type { RerankRequest } from '@multilane/contracts';

/**
 * Reads the part of a document that is ranked: its text. Other members come back with `return_documents`
 * (docs.cohere.com, v1 rerank).
 */
export function readDocumentText(document: RerankRequest['documents'][number]): string {
  return typeof document === 'string' ? document : document.text;
}

/** True if a document holds more than the text that is ranked. */
export function hasOtherMembers(document: RerankRequest['documents'][number]): boolean {
  return typeof document !== 'string' && Object.keys(document).length > 1;
}
