import type { AuditRecord } from '@multilane/telemetry';
import type { SeedModel } from './company.js';
import type { Random } from './random.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A provider that was in trouble for some hours. */
export interface Incident {
  readonly provider: string;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

/** The trouble of last night: from ten past one to twenty to four in UTC. It is over if it is later than that, else it was the night before. */
export function findIncident(now: number): Incident {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const night = now - today > 4 * HOUR_MS ? today : today - DAY_MS;
  return { provider: 'azure-sweden', from: night + 70 * 60_000, to: night + 220 * 60_000 };
}

export interface Outcome {
  readonly outcome: AuditRecord['outcome'];
  readonly status: number;
  readonly code: string | null;
  /** True if a model answered, so that tokens were used. */
  readonly answered: boolean;
  /** Calls to providers. */
  readonly attempts: number;
  /** Undefined: as long as the model takes. */
  readonly durationMs?: number;
  /** Name that was asked for and that no model has. */
  readonly asked?: string;
  readonly details: AuditRecord['details'];
}

interface Asked {
  readonly time: number;
  readonly model: SeedModel;
  readonly random: Random;
  readonly incident: Incident;
  readonly isStreamed: boolean;
}

const SUCCESS: Outcome = {
  outcome: 'success',
  status: 200,
  code: null,
  answered: true,
  attempts: 1,
  details: null,
};

/** Shares of what goes wrong on a usual day, in requests of a thousand. */
const TROUBLE = { guardrail: 7, rpm: 9, tpm: 4, unknown: 3, provider: 6, timeout: 3, cancelled: 8 };

/** True if a request went to the provider in trouble while it was so. */
export function isInTrouble({ incident, model, time }: Pick<Asked, 'incident' | 'model' | 'time'>): boolean {
  return model.provider === incident.provider && time >= incident.from && time < incident.to;
}

/** Decides how a request ends. */
export function findOutcome(asked: Asked): Outcome {
  const { model, random } = asked;
  if (isInTrouble(asked) && random.isDue(0.68))
    return failed(asked, random.isDue(0.6) ? 'provider_error' : 'provider_timeout');
  let place = random.next() * 1_000;
  const isIn = (share: number): boolean => {
    place -= share;
    return place < 0;
  };
  if (isIn(TROUBLE.guardrail) && model.type === 'chat') return blocked(random);
  if (isIn(TROUBLE.rpm)) return limited('rpm_exceeded', 'requests', random);
  if (isIn(TROUBLE.tpm)) return limited('tpm_exceeded', 'tokens', random);
  if (isIn(TROUBLE.unknown))
    return {
      ...refused(404, 'model_not_found', random),
      asked: random.pick(['gpt-4o', 'claude-3-opus', 'gpt-5-turbo']),
    };
  if (isIn(TROUBLE.provider)) return failed(asked, 'provider_error');
  if (isIn(TROUBLE.timeout)) return failed(asked, 'provider_timeout');
  if (isIn(TROUBLE.cancelled) && asked.isStreamed)
    return { ...SUCCESS, outcome: 'cancelled', details: { client_left: 'in_answer' } };
  return SUCCESS;
}

function refused(status: number, code: string, random: Random): Outcome {
  const durationMs = 1 + random.next() * 5;
  return { outcome: 'refused', status, code, answered: false, attempts: 0, durationMs, details: null };
}

/** A budget that is spent refuses what is asked after. */
export function refusedByBudget(random: Random): Outcome {
  return refused(402, 'key_budget_exceeded', random);
}

function blocked(random: Random): Outcome {
  const name = random.pick(['no card numbers', 'no secrets', 'prompt injection']);
  return {
    ...refused(400, 'guardrail_blocked', random),
    details: { guardrails: [{ name, phase: 'before', result: 'finding', action: 'refused' }] },
  };
}

function limited(code: string, unit: 'requests' | 'tokens', random: Random): Outcome {
  return {
    ...refused(429, code, random),
    details: { limits: [{ scope: 'api_key', unit, window_seconds: 60 }] },
  };
}

function failed({ model, random }: Asked, code: 'provider_error' | 'provider_timeout'): Outcome {
  const isLate = code === 'provider_timeout';
  const durationMs = isLate ? 60_000 + random.next() * 900 : 300 + random.next() * 2_600;
  const { kind, name, provider } = model;
  const call = { model: name, provider, provider_kind: kind, outcome: code, ms: Math.round(durationMs / 2) };
  const attempts = [call, call].map((attempt) => (isLate ? attempt : { ...attempt, status: 503 }));
  return {
    outcome: 'failed',
    status: isLate ? 504 : 502,
    code,
    answered: false,
    attempts: attempts.length,
    durationMs,
    details: {
      routing: { route: name, strategy: 'failover', sticky: false, candidates: [name], skipped: [], attempts },
    },
  };
}
