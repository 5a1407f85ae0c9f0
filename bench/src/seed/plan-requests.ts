import type { AuditRecord } from '@multilane/telemetry';
import { CLIENT_VERSIONS, CODING_CLIENTS, CUSTOMERS, MODELS, type SeedModel } from './company.js';
import { findIncident, findOutcome, type Incident, isInTrouble } from './outcomes.js';
import { makeChooser, makeRandom, type Random } from './random.js';
import { makeClock, slownessAt } from './rhythm.js';
import { type SeedTeam, TEAMS } from './teams.js';

/** A key that asks, as the service answered when it was made. */
export interface SeedKey {
  readonly id: string;
  readonly name: string;
  readonly team: number;
  readonly teamId: string;
  readonly workspace: string;
  readonly workspaceId: string;
  /** Its owner; undefined for the key of a program. */
  readonly userId: string | undefined;
  /** `chat-assistant` and `production`; undefined for the key of a person. */
  readonly program: string | undefined;
  readonly environment: string | undefined;
}

export interface RequestPlan {
  readonly organization: { readonly id: string; readonly name: string };
  readonly keys: readonly SeedKey[];
  readonly count: number;
  readonly days: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly seed: number;
}

/** A program that went wrong: it asks all night. */
export const RUNAWAY_KEY = 'catalogue-crawler-staging';

/** Share of all requests that the runaway key sends, in its last hours. */
const RUNAWAY_SHARE = 0.03;
const RUNAWAY_MS = 14 * 3_600_000;

/** The job that runs in the hours of the trouble, and its share of all requests there. */
const NIGHT_KEY = 'nightly-scoring-production';
const NIGHT_SHARE = 0.006;

/** Keys whose last hours are told of: no budget refuses them. */
export const BUSY_KEYS: ReadonlySet<string | null> = new Set([RUNAWAY_KEY, NIGHT_KEY]);

const SHARES = { production: 100, staging: 14, ci: 5 } as const;

/** Share of the key of a person. */
const OWN_SHARE = 18;

/** Records of all requests, the first first. The same plan makes the same records. */
export function planRequests(plan: RequestPlan): AuditRecord[] {
  const random = makeRandom(plan.seed);
  const incident = findIncident(plan.now);
  const bursts = [
    { name: RUNAWAY_KEY, share: RUNAWAY_SHARE, from: plan.now - RUNAWAY_MS, to: plan.now },
    { name: NIGHT_KEY, share: NIGHT_SHARE, from: incident.from, to: incident.to },
  ];
  const asked: { readonly key: SeedKey; readonly time: number }[] = [];
  for (const { from, name, share, to } of bursts) {
    const key = plan.keys.find((one) => one.name === name);
    if (key === undefined) throw new Error(`There is no key ${name}.`);
    const count = Math.round(plan.count * share);
    for (let number = 0; number < count; number += 1) asked.push({ key, time: from + random.next() * (to - from) });
  }
  const chooseKey = makeChooser(plan.keys.map(weightOf));
  const clocks = TEAMS.map(({ rhythm }) => makeClock(rhythm, plan.now, plan.days));
  while (asked.length < plan.count) {
    const key = plan.keys[chooseKey(random)];
    const clock = clocks[key?.team ?? 0];
    if (key === undefined || clock === undefined) throw new Error('A plan needs a key of each team.');
    asked.push({ key, time: clock(random) });
  }
  asked.sort((one, other) => one.time - other.time);
  return asked.map(({ key, time }) => describe(plan, { key, time: Math.floor(time), random, incident }));
}

/** Programs are asked for unevenly, and people less than programs. */
function weightOf({ environment, name, team }: SeedKey): number {
  const { programs, weight } = teamOf(team);
  if (environment === undefined) return weight * OWN_SHARE;
  const place = programs.findIndex((program) => name.startsWith(program));
  return (weight * (SHARES[environment as keyof typeof SHARES] ?? 0) * (4 - Math.max(place, 0))) / 2;
}

interface Asked {
  readonly key: SeedKey;
  readonly time: number;
  readonly random: Random;
  readonly incident: Incident;
}

function describe(plan: RequestPlan, asked: Asked): AuditRecord {
  const { key, random, time } = asked;
  const team = teamOf(key.team);
  const model = chooseModel(key, random);
  const isStreamed = model.type === 'chat' && random.isDue(0.72);
  const outcome = findOutcome({ ...asked, model, isStreamed });
  const tokens = countTokens(key, model, random);
  const used = outcome.answered ? tokens : undefined;
  const cost = used && costOf(model, used);
  const durations = timeOf(model, tokens.completion, asked);
  const duration = outcome.durationMs ?? durations.whole;
  return {
    time: new Date(time).toISOString(),
    id: idOf(time, random),
    request_id: `req_${hex(random, 24)}`,
    endpoint: endpointOf(model, team, key),
    method: 'POST',
    kind: 'call',
    status: outcome.status,
    outcome: outcome.outcome,
    error_code: outcome.code,
    organization: plan.organization.name,
    organization_id: plan.organization.id,
    workspace: key.workspace,
    workspace_id: key.workspaceId,
    team: team.name,
    team_id: key.teamId,
    user_id: key.userId ?? null,
    service_account_id: null,
    credential_type: 'api_key',
    credential_id: key.id,
    api_key_name: key.name,
    key_role: 'member',
    model: outcome.asked ?? model.name,
    logical_name: outcome.asked === undefined ? model.name : null,
    ...placeOf(outcome.attempts > 0 ? model : undefined),
    streamed: isStreamed,
    duration_ms: round(duration),
    time_to_first_byte_ms: outcome.answered && isStreamed ? round(Math.min(durations.first, duration)) : null,
    prompt_tokens: used?.prompt ?? null,
    completion_tokens: used?.completion ?? null,
    total_tokens: used === undefined ? null : used.prompt + used.completion,
    cached_tokens: used?.cached ?? null,
    reasoning_tokens: null,
    usage_source: used === undefined ? 'none' : 'reported',
    attempts: outcome.attempts,
    cache: null,
    cost_usd: cost ?? null,
    price_version: cost === undefined ? null : 'workspace',
    client_address: `10.${20 + key.team}.${random.between(0, 9)}.${random.between(2, 250)}`,
    charges: [],
    ...attributionOf(key, team, asked),
    details: outcome.details,
  };
}

function placeOf(model: SeedModel | undefined): Pick<AuditRecord, 'provider' | 'provider_kind' | 'upstream_model'> {
  return {
    provider: model?.provider ?? null,
    provider_kind: model?.kind ?? null,
    upstream_model: model?.upstream ?? null,
  };
}

function chooseModel(key: SeedKey, random: Random): SeedModel {
  const names = teamOf(key.team).models;
  // A program has a model of its own most of the time; people take the largest.
  const own = key.program === undefined ? 0 : key.program.length % names.length;
  const wanted = random.isDue(0.82) ? names[own] : random.pick(names);
  const model = MODELS.find(({ name }) => name === wanted);
  if (model === undefined) throw new Error(`There is no model ${wanted}.`);
  if (model.type === 'embedding' && key.program === undefined) return chooseModel(key, random);
  return model;
}

function endpointOf(model: SeedModel, team: SeedTeam, key: SeedKey): string {
  if (model.type === 'embedding') return 'embeddings';
  if (model.kind === 'anthropic' && (key.program === undefined || team.client.startsWith('anthropic')))
    return 'messages';
  return key.program === undefined || team.client === 'openai-node' ? 'responses' : 'chat.completions';
}

interface Tokens {
  readonly prompt: number;
  readonly completion: number;
  readonly cached: number | null;
}

/** People send whole files; programs send a page or two. */
function countTokens(key: SeedKey, model: SeedModel, random: Random): Tokens {
  if (model.type === 'embedding') return { prompt: Math.round(620 * random.spread()), completion: 0, cached: null };
  const [usual, answer] = key.program === undefined ? [64_000, 1_100] : [11_000, 520];
  const prompt = Math.max(40, Math.round(usual * random.spread() * random.spread()));
  const completion = Math.max(8, Math.round(answer * random.spread()));
  const cached = random.isDue(0.55) ? Math.floor((prompt * random.between(30, 85)) / 100) : 0;
  return { prompt, completion, cached };
}

/** US dollars, to the millionth of a cent. */
function costOf({ prices }: SeedModel, { cached, completion, prompt }: Tokens): number {
  const fresh = prompt - (cached ?? 0);
  const cost =
    fresh * prices.input_per_million +
    (cached ?? 0) * prices.input_per_million * 0.1 +
    completion * prices.output_per_million;
  return Math.round(cost * 100) / 100_000_000;
}

function timeOf(model: SeedModel, completion: number, { incident, random, time }: Asked) {
  const slowness = slownessAt(time) * (isInTrouble({ incident, model, time }) ? 3.4 : 1);
  const first = model.firstByteMs * slowness * random.spread();
  return { first, whole: first + completion * model.tokenMs * slowness * (0.8 + random.next() * 0.4) };
}

function attributionOf(
  key: SeedKey,
  team: SeedTeam,
  { random, time }: Asked,
): Pick<AuditRecord, 'client' | 'client_version' | 'customer' | 'session' | 'tags'> {
  if (key.program === undefined || key.environment === undefined) {
    const [client, version] = CODING_CLIENTS[key.id.charCodeAt(key.id.length - 1) % CODING_CLIENTS.length] ?? [
      null,
      null,
    ];
    // A session is about an hour of somebody's work.
    const session = `${key.name.split(' ')[0]?.toLowerCase()}-${new Date(time).toISOString().slice(0, 13)}`;
    return { client, client_version: version, session, tags: { cost_centre: team.costCentre, environment: 'desk' } };
  }
  const tags = { cost_centre: team.costCentre, environment: key.environment, feature: key.program };
  const customer = CUSTOMERS[Math.floor(CUSTOMERS.length * random.next() ** 2.2)];
  return {
    client: team.client,
    client_version: CLIENT_VERSIONS[team.client] ?? null,
    tags,
    ...(team.hasCustomers && customer !== undefined && { customer }),
  };
}

function teamOf(index: number): SeedTeam {
  const team = TEAMS[index];
  if (team === undefined) throw new Error(`There is no team ${index}.`);
  return team;
}

function hex(random: Random, length: number): string {
  return Array.from({ length }, () => random.between(0, 15).toString(16)).join('');
}

/** The id (UUIDv7) of a request that arrived at a time. */
function idOf(time: number, random: Random): string {
  const digits = time.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`;
}

const round = (milliseconds: number): number => Math.round(milliseconds * 1_000) / 1_000;
