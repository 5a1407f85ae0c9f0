import { GatewayError } from '@multilane/errors';
import {
  type Database,
  SERIES_DIMENSIONS,
  type SeriesDimension,
  type SeriesStep,
  type UsageDimension,
  type UsageSeriesRequest,
} from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE } from '../../services/workspace-services.js';
import type { UsageSeriesQuery } from './dto/usage-series.query.js';
import type { ShownSeries } from './dto/usage-series.view.js';
import { findScope } from './find-scope.js';
import { isZone } from './is-zone.js';
import { readDimension } from './read-dimension.js';
import { readDay } from './read-usage-query.js';

const A_DAY_MS = 86_400_000;

/** Days that a range has unless it says otherwise. */
const DEFAULT_DAYS = 30;

/** Days of a range at most, so that no series has more points than a chart can show. */
const MOST_DAYS: Readonly<Record<SeriesStep, number>> = { '15m': 8, '1h': 62, '1d': 400 };

/** Usage of requests over time, from the sums of quarters of an hour. */
@Injectable()
export class UsageSeriesService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Lists the usage that the requester may see. */
  async list(requester: Requester, query: UsageSeriesQuery): Promise<ShownSeries> {
    const { organizations, workspaces, usageDimensions, usageSeries } = this.database;
    const { organizationId } = requester;
    const { workspaceIds } = await findScope(requester, 'gateway.usage.read', workspaces, query.workspace_id);
    const dimension = readOwnDimension(query);
    const groupBy = query.group_by ?? null;
    if (dimension !== undefined) {
      if ((query.zone ?? 'UTC') !== 'UTC') throw refuse('zone', 'must be `UTC` for this `group_by`.');
      const request = { ...readSeriesQuery({ ...query, group_by: 'model' }, 'UTC', new Date()), workspaceIds };
      const answer = await usageDimensions.listSeries(organizationId, { ...request, dimension });
      return { request, groupBy, answer };
    }
    if (query.zone !== undefined && !(await isZone(usageSeries, query.zone)))
      throw refuse('zone', 'must be the IANA name of a time zone, such as Asia/Kolkata or UTC.');
    const zone = query.zone ?? (await organizations.find(organizationId))?.reportingZone ?? 'UTC';
    const request = { ...readSeriesQuery(query, zone, new Date()), workspaceIds };
    return { request, groupBy, answer: await usageSeries.list(organizationId, request) };
  }
}

/** Reads what requests say about themselves, as far as a query groups by it. Fails with 400 for what its sums of days do not have. */
function readOwnDimension({ group_by, percentiles, step }: UsageSeriesQuery): UsageDimension | undefined {
  const found = readDimension({ group_by });
  if (found === undefined) return undefined;
  if (step !== '1d') throw refuse('step', 'must be `1d` for this `group_by`.');
  if (percentiles === 'true') throw refuse('percentiles', 'cannot be combined with this `group_by`.');
  return found.dimension;
}

const isSeriesDimension = (name: string): name is SeriesDimension =>
  (SERIES_DIMENSIONS as readonly string[]).includes(name);

/** Reads the series that a query asks for. Fails with 400 `invalid_value`. */
export function readSeriesQuery(query: UsageSeriesQuery, zone: string, now: Date): UsageSeriesRequest {
  const { step, group_by: group, value, top, percentiles, imported } = query;
  const toDay = readDay('to', query.to ?? todayIn(zone, now));
  const fromDay = readDay('from', query.from ?? daysBefore(toDay, DEFAULT_DAYS - 1));
  const days = (Date.parse(toDay) - Date.parse(fromDay)) / A_DAY_MS + 1;
  if (days < 1) throw refuse('from', 'must not be after `to`.');
  if (days > MOST_DAYS[step])
    throw refuse('from', `must be at most ${MOST_DAYS[step]} days before \`to\` for this step.`);
  if (value !== undefined && group === undefined) throw refuse('value', 'needs `group_by`.');
  const dimension = group ?? 'all';
  if (!isSeriesDimension(dimension)) throw refuse('group_by', 'is unknown.');
  return { zone, fromDay, toDay, step, dimension, value, top, hasPercentiles: percentiles === 'true', imported };
}

function todayIn(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const found = new Map(parts.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${found.get('year')}-${found.get('month')}-${found.get('day')}`;
}

function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * A_DAY_MS).toISOString().slice(0, 10);
}

function refuse(param: string, words: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` ${words}` });
}
