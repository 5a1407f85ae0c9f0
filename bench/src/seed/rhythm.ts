import { makeChooser, type Random } from './random.js';
import type { Rhythm } from './teams.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Share of each hour of a day in UTC. */
const HOURS: Readonly<Record<Rhythm, readonly number[]>> = {
  office: [1, 1, 1, 1, 1, 2, 5, 14, 24, 30, 28, 22, 18, 24, 27, 24, 18, 10, 6, 4, 3, 2, 2, 1],
  consumer: [5, 3, 2, 2, 2, 4, 8, 12, 15, 17, 18, 20, 21, 19, 18, 18, 20, 23, 27, 30, 29, 23, 15, 9],
  batch: [8, 24, 30, 26, 12, 5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 4, 5, 6, 7],
  steady: [10, 9, 9, 9, 9, 10, 12, 14, 16, 17, 17, 16, 16, 16, 17, 16, 15, 14, 13, 12, 12, 11, 11, 10],
};

/** Share of each day of a week, Sunday first. */
const DAYS: Readonly<Record<Rhythm, readonly number[]>> = {
  office: [1, 10, 11, 11, 10, 8, 1],
  consumer: [12, 9, 9, 9, 10, 11, 13],
  batch: [10, 10, 10, 10, 10, 10, 10],
  steady: [7, 10, 10, 10, 10, 10, 7],
};

/** The traffic of the last day is so many times that of the first. */
const GROWTH = 1.7;

/**
 * Makes what chooses times of the days before now, by the rhythm of a team: more on its busy days and hours, and more each week.
 *
 * @param now milliseconds since the epoch, like what is chosen
 */
export function makeClock(rhythm: Rhythm, now: number, days: number): (random: Random) => number {
  const start = Math.floor((now - days * DAY_MS) / HOUR_MS) * HOUR_MS + HOUR_MS;
  const hours = Math.floor((now - start) / HOUR_MS);
  const weights = Array.from({ length: hours }, (_, hour) => {
    const date = new Date(start + hour * HOUR_MS);
    const growth = 1 + ((GROWTH - 1) * hour) / hours;
    return (HOURS[rhythm][date.getUTCHours()] ?? 0) * (DAYS[rhythm][date.getUTCDay()] ?? 0) * growth;
  });
  const choose = makeChooser(weights);
  return (random) => start + (choose(random) + random.next()) * HOUR_MS;
}

/** Slowness of providers at a time: they are busiest in the American morning, which is the European afternoon. */
export function slownessAt(time: number): number {
  const hour = (time % DAY_MS) / HOUR_MS;
  const isWeekend = [0, 6].includes(new Date(time).getUTCDay());
  return (1 + 0.45 * Math.exp(-(((hour - 15.5) / 3.5) ** 2))) * (isWeekend ? 0.88 : 1);
}
