import type { AlertFinding, AlertPlace, AskedGroup } from '@multilane/persistence';
import { findSpendPattern } from '@multilane/policy';
import { describeCount, describeMs, describeName, describeShare, describeTime, describeUsd } from './alert-texts.js';
import { type ConditionContext, numberOf, quarterAt, settingsOf, windowOf } from './condition-context.js';

const HOUR_MS = 3_600_000;
/** Records of requests may be so late. */
const LATE_MS = 300_000;
const LIMIT_CODES = ['rate_limit_exceeded', 'rpm_exceeded', 'tpm_exceeded', 'concurrency_exceeded'];

/** The requests that a rule looks at: rules of a team look at that team. */
function askedOf(context: ConditionContext): AskedGroup {
  const { organizationId, teamId, workspaceId } = context.rule;
  const place: AlertPlace = { organizationId, teamId, workspaceId };
  if (teamId !== null) return { ...place, dimension: 'team', value: teamId };
  const { group_by: dimension, value } = settingsOf(context);
  return { ...place, dimension: dimension as AskedGroup['dimension'], value: (value as string | null) ?? null };
}

/** A group of requests in words and as filters of pages. */
function describeGroup(
  context: ConditionContext,
  { dimension }: AskedGroup,
  { label, value }: { readonly label: string | null; readonly value: string },
): { readonly words: string; readonly search: Readonly<Record<string, string>> } {
  if (dimension === 'all') return { words: context.where, search: {} };
  // The place of a rule of a team names the team.
  if (context.rule.teamId !== null) return { words: context.where, search: { team: label ?? value } };
  const name = describeName(label ?? value) || 'none';
  const isFilter = dimension === 'model' || dimension === 'provider' || dimension === 'team' || dimension === 'key';
  return { words: `${dimension} ${name}, ${context.where}`, search: isFilter ? { [dimension]: label ?? value } : {} };
}

/** Start of the window of a rule: quarters of an hour are counted as a whole. */
function startOf(context: ConditionContext): number {
  const minutes = numberOf(context, 'window_minutes');
  return quarterAt(context.now - minutes * 60_000);
}

export async function findErrorRate(context: ConditionContext): Promise<AlertFinding[]> {
  const [asked, since, percent] = [askedOf(context), startOf(context), numberOf(context, 'percent')];
  const fewest = numberOf(context, 'min_requests');
  const groups = await context.database.alertMeasures.listGroups(asked, new Date(since), fewest, undefined);
  return groups.flatMap((group) => {
    const share = group.failed / group.requests;
    if (share * 100 < percent) return [];
    const { search, words } = describeGroup(context, asked, group);
    return {
      subjectType: asked.dimension,
      subjectId: group.value,
      subjectName: describeName(group.label ?? group.value),
      threshold: percent,
      windowKey: windowOf(context),
      value: share * 100,
      severity: 'critical' as const,
      title: `${describeShare(share)} of the requests of ${words} failed`,
      lines: [
        `Failed: ${describeCount(group.failed)} of ${describeCount(group.requests)} requests (threshold ${percent}%)`,
        `Where: ${words}`,
        `Since: ${describeTime(since)}`,
      ],
      link: context.link('requests', { range: '1h', outcome: 'failed', ...search }),
    };
  });
}

export async function findSlow(
  context: ConditionContext,
  measured: 'duration' | 'first_byte',
): Promise<AlertFinding[]> {
  const [asked, since, limit] = [askedOf(context), startOf(context), numberOf(context, 'p95_ms')];
  const fewest = numberOf(context, 'min_requests');
  const groups = await context.database.alertMeasures.listGroups(asked, new Date(since), fewest, measured);
  const noun = measured === 'duration' ? 'duration' : 'time to the first byte';
  return groups.flatMap((group) => {
    const { p95 } = group;
    if (p95 === null || p95 < limit) return [];
    const { search, words } = describeGroup(context, asked, group);
    return {
      subjectType: asked.dimension,
      subjectId: group.value,
      subjectName: describeName(group.label ?? group.value),
      threshold: limit,
      windowKey: windowOf(context),
      value: p95,
      severity: 'warning' as const,
      title: `The 95th percentile of the ${noun} of ${words} is ${describeMs(p95)}`,
      lines: [
        `95th percentile: ${describeMs(p95)} (threshold ${describeMs(limit)}), of ${describeCount(group.requests)} requests`,
        `Where: ${words}`,
        `Since: ${describeTime(since)}`,
      ],
      link: context.link('requests', { range: '1h', order: '-duration_ms', ...search }),
    };
  });
}

export async function findSpend(context: ConditionContext): Promise<AlertFinding[]> {
  const asked = askedOf(context);
  const [spread, floor, weeks] = ['spread', 'floor_usd', 'weeks'].map((name) => numberOf(context, name));
  const hour = Math.floor((context.now - LATE_MS) / HOUR_MS) * HOUR_MS;
  const groups = await context.database.alertMeasures.listSpend(asked, new Date(hour), weeks ?? 0, floor ?? 0);
  return groups.flatMap((group) => {
    const pattern = findSpendPattern(group.earlier, spread ?? 0, floor ?? 0);
    if (pattern === undefined || group.current <= pattern.limit) return [];
    const { words } = describeGroup(context, asked, group);
    return {
      subjectType: asked.dimension,
      subjectId: group.value,
      subjectName: describeName(group.label ?? group.value),
      threshold: 0,
      windowKey: new Date(hour).toISOString(),
      value: group.current,
      severity: 'warning' as const,
      title: `The spend of ${words} is out of its pattern: ${describeUsd(group.current)} in an hour`,
      lines: [
        `Spent: ${describeUsd(group.current)}; usual for this hour of the week: ${describeUsd(pattern.median)}, at most ${describeUsd(pattern.limit)}`,
        `Compared with: the same hour of ${group.earlier.length} earlier weeks (median and spread)`,
        `Where: ${words}`,
        `Since: ${describeTime(hour)}`,
      ],
      link: context.link('usage', { range: '7d', group: asked.dimension === 'all' ? 'key' : asked.dimension }),
    };
  });
}

export async function findRateLimited(context: ConditionContext): Promise<AlertFinding[]> {
  const [since, most] = [startOf(context), numberOf(context, 'requests')];
  const refused = await context.database.alertMeasures.countErrors(context.rule, LIMIT_CODES, new Date(since));
  if (refused < most) return [];
  return [
    {
      subjectType: 'requests',
      subjectId: 'rate_limited',
      subjectName: 'rate limits',
      threshold: most,
      windowKey: windowOf(context),
      value: refused,
      severity: 'warning',
      title: `Rate limits rejected ${describeCount(refused)} requests of ${context.where}`,
      lines: [
        `Rejected: ${describeCount(refused)} requests (threshold ${describeCount(most)})`,
        `Where: ${context.where}`,
        `Since: ${describeTime(since)}`,
      ],
      link: context.link('requests', { range: '1h', status: '429' }),
    },
  ];
}
