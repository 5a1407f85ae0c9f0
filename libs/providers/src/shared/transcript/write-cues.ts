import type { TranscriptSegment } from '@multilane/contracts';

/** SubRip: numbered cues, milliseconds behind a comma. */
export function writeSrt(segments: readonly TranscriptSegment[]): string {
  return listCues(segments)
    .map(({ start, end, text }, index) => {
      return `${index + 1}\n${writeTimestamp(start, ',')} --> ${writeTimestamp(end, ',')}\n${text}\n\n`;
    })
    .join('');
}

/** WebVTT (w3.org/TR/webvtt1), always with hours, as the reference writes it. */
export function writeVtt(segments: readonly TranscriptSegment[]): string {
  const cues = listCues(segments).map(({ start, end, text }) => {
    // The only character of a spoken text that begins a tag.
    return `${writeTimestamp(start, '.')} --> ${writeTimestamp(end, '.')}\n${text.replaceAll('<', '&lt;')}\n\n`;
  });
  return `WEBVTT\n\n${cues.join('')}`;
}

/** `HH:MM:SS,mmm`, with more digits from 100 hours on. */
export function writeTimestamp(seconds: number, separator: ',' | '.'): string {
  const milliseconds = Math.round(seconds * 1000);
  const digits = (value: number, count: number) => String(Math.floor(value)).padStart(count, '0');
  const hours = digits(milliseconds / 3_600_000, 2);
  const minutes = digits((milliseconds / 60_000) % 60, 2);
  const rest = digits((milliseconds / 1000) % 60, 2);
  return `${hours}:${minutes}:${rest}${separator}${digits(milliseconds % 1000, 3)}`;
}

/** One line a cue: an empty line would end it, and an arrow would begin another. */
function listCues(segments: readonly TranscriptSegment[]): TranscriptSegment[] {
  return segments
    .map((segment) => ({ ...segment, text: segment.text.replace(/\s+/g, ' ').replaceAll('-->', '->').trim() }))
    .filter(({ text }) => text !== '');
}
