import { unsupported } from '@multilane/errors';

/**
 * The stop sequences. The provider answers 400 to one that is empty or white space alone ("each stop sequence must
 * contain non-whitespace"), so that is rejected: an answer that runs past its stop would be another answer.
 */
export function encodeStop(stop: string | readonly string[] | null | undefined): string[] | undefined {
  if (stop === undefined || stop === null) return undefined;
  const sequences = typeof stop === 'string' ? [stop] : [...stop];
  const blank = sequences.findIndex((sequence) => sequence.trim() === '');
  if (blank === -1) return sequences.length === 0 ? undefined : sequences;
  const param = typeof stop === 'string' ? 'stop' : `stop[${blank}]`;
  throw unsupported(param, 'is not supported: this provider does not accept a stop sequence of white space only.');
}
