import type { TranscriptSegment } from '@multilane/contracts';

/** SubRip: numbered cues, milliseconds behind a comma. */
export function writeSrt(segments: readonly TranscriptSegment[]): string {
  let cues = '';
  let number = 0;
  for (const { start, end, text } of segments) {
    const line = writeLine(text);
    if (line === '') continue;
    number += 1;
    cues += `${number}\n${writeTimestamp(start, ',')} --> ${writeTimestamp(end, ',')}\n${line}\n\n`;
  }
  return cues;
}

/** WebVTT (w3.org/TR/webvtt1), always with hours, as the reference writes it. */
export function writeVtt(segments: readonly TranscriptSegment[]): string {
  let cues = 'WEBVTT\n\n';
  for (const { start, end, text } of segments) {
    // The only character of a spoken text that begins a tag.
    const line = writeLine(text).replaceAll('<', '&lt;');
    if (line !== '') cues += `${writeTimestamp(start, '.')} --> ${writeTimestamp(end, '.')}\n${line}\n\n`;
  }
  return cues;
}

/** `HH:MM:SS,mmm`, with more digits from 100 hours on. */
export function writeTimestamp(seconds: number, separator: ',' | '.'): string {
  const milliseconds = Math.round(seconds * 1000);
  const whole = Math.floor(milliseconds / 1000);
  const rest = milliseconds % 1000;
  const thousandths = rest < 10 ? `00${rest}` : rest < 100 ? `0${rest}` : `${rest}`;
  const minutes = Math.floor(whole / 60);
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(whole % 60)}${separator}${thousandths}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}

/** One line a cue: an empty line would end it, and an arrow would begin another. */
function writeLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('-->', '->').trim();
}
