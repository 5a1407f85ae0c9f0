import { setImmediate as nextTurn } from 'node:timers/promises';
import { GatewayError, needsEncryptionKey } from '@multilane/errors';
import {
  EVAL_BOUNDS,
  type EvalCase,
  FIELD_NAMES,
  type FieldNames,
  type LineProblem,
  readLines,
} from '@multilane/evals';
import type {
  AuditRow,
  Database,
  EvalCaseRecord,
  EvalDatasetRecord,
  EvalDatasetVersionRecord,
  Page,
} from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import type { ListQuery } from '../../lists/list-query.dto.js';
import { DATABASE } from '../../services/workspace-services.js';
import type {
  CreateEvalDatasetDto,
  CreateEvalVersionDto,
  ListEvalCasesQuery,
  UpdateEvalDatasetDto,
} from './dto/eval-dataset.dto.js';
import type { EvalCaller } from './eval-caller.js';

/** Datasets of a workspace at most, and versions of a dataset. */
const MOST = 200;
const MOST_VERSIONS = 1_000;
/** Larger than the number of any version. */
const NEWEST = 2_147_483_647;
/** Characters that are read in one turn of the event loop. */
const TURN = 200_000;

export interface NewCases {
  readonly source: EvalDatasetVersionRecord['source'];
  readonly cases: readonly EvalCase[];
  /** The requests whose payloads are among the cases. */
  readonly readFrom: readonly Pick<AuditRow, 'id' | 'requestId'>[];
}

interface ReadCases {
  readonly cases: readonly EvalCase[];
  readonly problems: readonly LineProblem[];
}

/** Datasets, their versions and cases (docs/evals.md#datasets). Objects of other workspaces are not found. */
@Injectable()
export class EvalDatasetsService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async create({ actor, place }: EvalCaller, dto: CreateEvalDatasetDto): Promise<EvalDatasetRecord> {
    if ((await this.database.evalDatasets.count(place)) >= MOST) {
      throw new GatewayError('conflict', { message: `The workspace has ${MOST} datasets. Delete some first.` });
    }
    const { description = '', name } = dto;
    return this.database.change(actor, ({ evalDatasets }) => evalDatasets.create(place, { name, description }));
  }

  list({ place }: EvalCaller, { cursor, limit }: ListQuery): Promise<Page<EvalDatasetRecord>> {
    return this.database.evalDatasets.listPage(place, { cursor, limit });
  }

  async find({ place }: EvalCaller, id: string): Promise<EvalDatasetRecord> {
    const dataset = await this.database.evalDatasets.find(place.organizationId, id);
    if (dataset?.workspaceId !== place.workspaceId) {
      throw new GatewayError('not_found', { message: 'The dataset does not exist.' });
    }
    return dataset;
  }

  async update(caller: EvalCaller, id: string, dto: UpdateEvalDatasetDto): Promise<EvalDatasetRecord> {
    await this.find(caller, id);
    const { description, name } = dto;
    return this.database.change(caller.actor, ({ evalDatasets }) =>
      evalDatasets.update(caller.place, id, { name, description }),
    );
  }

  async remove(caller: EvalCaller, id: string): Promise<void> {
    await this.find(caller, id);
    await this.database.change(caller.actor, ({ evalDatasets }) => evalDatasets.remove(caller.place, id));
  }

  /** The lines become the newest version. Fails with 400 that lists what is wrong with which lines. */
  async addVersion(caller: EvalCaller, id: string, dto: CreateEvalVersionDto): Promise<EvalDatasetVersionRecord> {
    const dataset = await this.find(caller, id);
    if (!this.database.evalDatasets.isReady) throw withoutKey();
    const { cases, problems } = await readCases(dto.jsonl, { ...FIELD_NAMES, ...dto.fields });
    if (problems.length > 0) throw refuseLines(problems);
    if (cases.length === 0) throw refuse('has no cases');
    return this.store(caller, dataset, { source: 'upload', cases, readFrom: [] });
  }

  /** Cases become the newest version. Their payloads are recorded in the audit trail of changes. */
  async store(
    { actor, place }: EvalCaller,
    { id, version: newest }: EvalDatasetRecord,
    { cases, readFrom, source }: NewCases,
  ): Promise<EvalDatasetVersionRecord> {
    if (newest >= MOST_VERSIONS) {
      throw new GatewayError('conflict', { message: `The dataset has ${MOST_VERSIONS} versions. Make another one.` });
    }
    if (!this.database.evalDatasets.isReady) throw withoutKey();
    if (cases.length > EVAL_BOUNDS.cases) {
      throw new GatewayError('conflict', { message: `A version has at most ${EVAL_BOUNDS.cases} cases.` });
    }
    const { version } = await this.database.change(actor, ({ evalDatasets, note }) => {
      for (const { id: targetId, requestId: targetName } of readFrom) {
        const { organizationId } = place;
        note({ organizationId, action: 'audit_payload.read', targetType: 'audit_payload', targetId, targetName });
      }
      return evalDatasets.addVersion(place, id, {
        source,
        createdBy: actor.name,
        characters: cases.reduce((sum, { input }) => sum + charactersOf(input), 0),
        cases: cases.map((item) => ({ key: item.key, content: JSON.stringify(item) })),
      });
    });
    return this.findVersion(id, version);
  }

  /** Newest first. */
  async listVersions(
    caller: EvalCaller,
    id: string,
    { cursor, limit }: ListQuery,
  ): Promise<Page<EvalDatasetVersionRecord>> {
    await this.find(caller, id);
    const below = readNumber(cursor) ?? NEWEST;
    const rows = await this.database.evalDatasets.listVersions(id, below, limit + 1);
    const data = rows.slice(0, limit);
    return { data, nextCursor: rows.length > limit ? String(data.at(-1)?.version) : null };
  }

  /** In the order of the upload. Cases that are payloads are for those who may read payloads, and who read them is recorded. */
  async listCases(
    caller: EvalCaller,
    requester: Requester,
    id: string,
    query: ListEvalCasesQuery,
  ): Promise<Page<EvalCaseRecord>> {
    const dataset = await this.find(caller, id);
    const { case_id, cursor, limit, version = dataset.version } = query;
    if (version > dataset.version) throw noVersion('version');
    const source = version === 0 ? 'upload' : (await this.findVersion(id, version)).source;
    if (source !== 'upload') await this.admitToPayloads(caller, requester, dataset);
    const from = readNumber(cursor) ?? 0;
    const rows = await this.database.evalDatasets.listCases(id, version, from, limit + 1, case_id);
    return { data: rows.slice(0, limit), nextCursor: rows.length > limit ? String(from + limit) : null };
  }

  private async admitToPayloads(
    { actor, place }: EvalCaller,
    requester: Requester,
    { id: targetId, name: targetName }: EvalDatasetRecord,
  ): Promise<void> {
    requester.demand('gateway.payloads.read', { workspaceId: place.workspaceId });
    const { organizationId } = place;
    await this.database.change(actor, ({ note }) => {
      note({ organizationId, action: 'eval_dataset.read', targetType: 'eval_dataset', targetId, targetName });
      return Promise.resolve();
    });
  }

  async findVersion(id: string, version: number): Promise<EvalDatasetVersionRecord> {
    const found = await this.database.evalDatasets.findVersion(id, version);
    if (found === undefined) throw noVersion('dataset_version');
    return found;
  }
}

/** 503 of everything that must be sealed. */
export function withoutKey(): GatewayError {
  return new GatewayError('worker_unavailable', { message: needsEncryptionKey('Evaluations') });
}

/** Lets other requests go on between turns. */
async function readCases(text: string, names: FieldNames): Promise<ReadCases> {
  const cases: EvalCase[] = [];
  const problems: LineProblem[] = [];
  let characters = 0;
  for (const read of readLines(text, names)) {
    if ('problem' in read) problems.push(read.problem);
    else cases.push(read.case);
    if (problems.length >= EVAL_BOUNDS.problems) break;
    if (cases.length > EVAL_BOUNDS.cases) throw refuse(`has more than ${EVAL_BOUNDS.cases} cases`);
    characters += 'case' in read ? charactersOf(read.case.input) + 100 : 100;
    if (characters < TURN) continue;
    characters = 0;
    await nextTurn();
  }
  return { cases, problems };
}

function charactersOf(input: EvalCase['input']): number {
  return typeof input === 'string' ? input.length : JSON.stringify(input).length;
}

function refuseLines(problems: readonly LineProblem[]): GatewayError {
  const [first] = problems;
  const more = problems.length > 1 ? ` ${problems.length - 1} more lines have a problem: \`details\` has them.` : '';
  return new GatewayError('invalid_value', {
    param: 'jsonl',
    message: `\`jsonl\`, line ${first?.line}: ${first?.message}${more}`,
    details: { problems: problems.map(({ field, line, message }) => ({ line, field, message })) },
  });
}

function refuse(words: string): GatewayError {
  return new GatewayError('invalid_value', { param: 'jsonl', message: `\`jsonl\` ${words}.` });
}

function noVersion(param: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` is not a version of the dataset.` });
}

function readNumber(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new GatewayError('invalid_value', {
    param: 'cursor',
    message: '`cursor` must be the `next_cursor` of a list.',
  });
}
