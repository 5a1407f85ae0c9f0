import { PROJECTION_DAYS, projectSpend } from '@multilane/policy';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { UsageQuery } from './dto/usage.query.js';
import type { UsageForecastQuery } from './dto/usage-forecast.query.js';
import type { ShownForecast } from './dto/usage-forecast.view.js';
import { daysBefore, readMonth } from './read-month.js';
import { UsageService } from './usage.service.js';

/** Days that are read at most: those of the month, and those before today that a projection is made from. */
const MOST_DAYS = 31 + PROJECTION_DAYS + 1;

/** Spend of a month as it is expected at its end. */
@Injectable()
export class UsageForecastService {
  constructor(@Inject(UsageService) private readonly usage: UsageService) {}

  /** Projects the spend that the requester may see. */
  async read(
    requester: Requester,
    { month, ...filters }: UsageForecastQuery,
    now: Date = new Date(),
  ): Promise<ShownForecast> {
    const span = readMonth(month, now);
    const { firstDay, lastDay, today } = span;
    const spent = new Map<string, number>();
    for (const [from, to] of spansOf(span)) {
      const asked = { ...filters, group_by: 'day', from, to, limit: MOST_DAYS, imported: 'exclude' };
      const query = Object.assign(new UsageQuery(), asked);
      const { data } = await this.usage.list(requester, query);
      for (const { costUsd, day } of data) if (day !== null) spent.set(day, costUsd);
    }
    return {
      projection: projectSpend({ ...span, spent }),
      firstDay,
      lastDay,
      today,
      todayUsd: spent.get(today) ?? 0,
    };
  }
}

type Span = readonly [from: string, to: string];

/** Days to read: of a month that is over, its own; else also those before today. */
function spansOf({ firstDay, lastDay, today }: ReturnType<typeof readMonth>): readonly Span[] {
  if (lastDay < today) {
    return [
      [firstDay, lastDay],
      [today, today],
    ];
  }
  const earliest = daysBefore(today, PROJECTION_DAYS);
  return [[earliest < firstDay ? earliest : firstDay, today]];
}
