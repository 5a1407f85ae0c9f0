import type { AlertFinding, MeasuredCredential } from '@multilane/persistence';
import { describeName, describeTime } from './alert-texts.js';
import { type ConditionContext, numberOf } from './condition-context.js';

const DAY_MS = 86_400_000;
/** A rotation that is overdue for so long is no news. */
const OVERDUE_MS = 30 * DAY_MS;

const CREDENTIALS = { api_key: 'API key', pat: 'access token', vat: 'token' } as const;

export async function findExpiring(context: ConditionContext): Promise<AlertFinding[]> {
  const until = new Date(context.now + numberOf(context, 'days') * DAY_MS);
  const due = await context.database.alertMeasures.listExpiring(context.rule, new Date(context.now), until);
  return due.map((credential) => describeDue(context, credential, 'expires'));
}

export async function findRotations(context: ConditionContext): Promise<AlertFinding[]> {
  const until = new Date(context.now + numberOf(context, 'days') * DAY_MS);
  const from = new Date(context.now - OVERDUE_MS);
  const due = await context.database.alertMeasures.listRotations(context.rule, from, until);
  return due.map((credential) => describeDue(context, credential, 'must be rotated'));
}

function describeDue(
  context: ConditionContext,
  { due, hint, id, kind, name }: MeasuredCredential,
  verb: 'expires' | 'must be rotated',
): AlertFinding {
  const words = `${CREDENTIALS[kind]} ${describeName(name)}`;
  const days = (due.getTime() - context.now) / DAY_MS;
  return {
    subjectType: kind,
    subjectId: id,
    subjectName: describeName(name),
    threshold: numberOf(context, 'days'),
    windowKey: due.toISOString(),
    value: Math.max(0, Math.floor(days)),
    severity: days < 1 ? 'critical' : 'warning',
    title: `The ${words} ${verb} on ${describeTime(due)}`,
    lines: [
      `${verb === 'expires' ? 'Expires' : 'Due'}: ${describeTime(due)}, in ${Math.max(0, Math.floor(days))} days`,
      `Where: ${words} (${hint}), ${context.where}`,
    ],
    link: context.link(kind === 'vat' ? 'virtual-accounts' : 'keys'),
  };
}
