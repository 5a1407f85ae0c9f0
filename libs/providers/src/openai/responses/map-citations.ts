import { isRecord } from '@multilane/contracts';

type Json = Readonly<Record<string, unknown>>;

/**
 * The pages that a text cites, as chat has them in `annotations` (developers.openai.com/api/reference/resources/chat, `url_citation`).
 * Citations of files, which chat does not have, are left out.
 *
 * @param before How many characters of the message precede the text: its places are counted from there.
 */
export function mapCitations({ annotations }: Json, before: number): Json[] {
  if (!Array.isArray(annotations)) return [];
  return annotations.flatMap((annotation) => {
    if (!isRecord(annotation) || annotation.type !== 'url_citation') return [];
    const { type, start_index: start, end_index: end, ...source } = annotation;
    return [
      { type, url_citation: { ...source, ...move('start_index', start, before), ...move('end_index', end, before) } },
    ];
  });
}

function move(name: string, place: unknown, before: number): Json {
  return typeof place === 'number' ? { [name]: place + before } : {};
}
