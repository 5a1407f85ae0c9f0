/** Time of a change: now, and later than the last one, as times are versions. */
export function laterThan(time: Date | undefined): Date {
  return new Date(Math.max(Date.now(), (time?.getTime() ?? 0) + 1));
}
