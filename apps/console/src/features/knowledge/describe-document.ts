import type { KnowledgeDocument } from './queries.js';

type State = Pick<KnowledgeDocument, 'status' | 'progress' | 'error'>;

/** The state of a document as a badge: which one, and the key of its words. A wait has a reason although nothing failed. */
export function describeDocument({ error, progress, status }: State): {
  readonly state: 'ok' | 'error' | 'pending' | 'warning';
  readonly word: string;
} {
  if (status === 'ready') return { state: 'ok', word: 'ready' };
  if (status === 'failed') return { state: 'error', word: 'failed' };
  if (error !== null) return { state: 'warning', word: 'waiting' };
  return { state: 'pending', word: progress?.step ?? 'queued' };
}

const UNITS = ['B', 'kB', 'MB', 'GB'];

/** A size for people, in steps of a thousand. */
export function formatBytes(bytes: number, language: string): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: step === 0 ? 0 : 1 });
  return `${number.format(bytes / 1000 ** step)} ${UNITS[step]}`;
}
