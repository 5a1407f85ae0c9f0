import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseBoundedJson } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import {
  caseOfExchange,
  caseOfQuery,
  EVAL_BOUNDS,
  type EvalCase,
  invalid,
  type StoredExchange,
} from '@multilane/evals';
import type { AuditFilters, AuditRow, Database, EvalDatasetVersionRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { parseTime } from '../../fields/is-time.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { ratingsOf } from '../audit/filters-of-query.js';
import type { ImportEvalCasesDto } from './dto/eval-import.dto.js';
import type { EvalCaller } from './eval-caller.js';
import { EvalDatasetsService } from './eval-datasets.service.js';

const DEFAULT_LIMIT = 100;
/** Requests that are looked at for one import, and in one statement. */
const MOST_SCANNED = 5_000;
const PAGE = 100;
const A_DAY_MS = 86_400_000;
/** Requests of evaluations are named so: they are no work of anybody. */
const OWN_REQUESTS = 'evr_';

/** Requests that became no case, by why. */
export interface Skipped {
  noPayload: number;
  truncated: number;
  duplicate: number;
  unsupported: number;
}

export interface Imported {
  readonly version: EvalDatasetVersionRecord;
  readonly imported: number;
  readonly skipped: Skipped;
}

interface Found {
  readonly cases: EvalCase[];
  /** The records whose payloads the cases are. */
  readonly records: Pick<AuditRow, 'id' | 'requestId'>[];
  readonly skipped: Skipped;
}

/** Makes cases of requests whose payloads are stored (docs/evals.md#cases-from-the-audit-log). */
@Injectable()
export class EvalImportsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: Pick<WorkspaceServices, 'config'>,
    @Inject(EvalDatasetsService) private readonly datasets: EvalDatasetsService,
  ) {}

  /**
   * Imports cases. The requester's permission to read payloads was checked before. The payloads that were read are recorded with the
   * version.
   */
  async import(caller: EvalCaller, requester: Requester, id: string, dto: ImportEvalCasesDto): Promise<Imported> {
    requester.demand('gateway.evals.manage', { workspaceId: caller.place.workspaceId });
    const dataset = await this.datasets.find(caller, id);
    const filters = await this.filtersOf(caller, dto);
    const found = await this.find(caller, filters, dto);
    const { cases, records, skipped } = found;
    if (cases.length === 0) throw this.nothingFound(skipped);
    const before = dto.append === true && dataset.version > 0 ? await this.readNewest(dataset) : [];
    const known = new Set(cases.map(({ key }) => key));
    const all = [...before.filter(({ key }) => !known.has(key)), ...cases];
    const version = await this.datasets.store(caller, dataset, { source: dto.source, cases: all, readFrom: records });
    return { version, imported: cases.length, skipped };
  }

  private async filtersOf({ place }: EvalCaller, dto: ImportEvalCasesDto): Promise<AuditFilters> {
    const { from, kb_id: kbId, model, outcome, source, to } = dto;
    const isQueries = source === 'knowledge';
    if (isQueries !== (kbId !== undefined)) {
      const words = isQueries ? 'is required with `source: knowledge`' : 'belongs to `source: knowledge`';
      throw invalid('kb_id', words);
    }
    if (kbId !== undefined && (await this.database.knowledgeBases.find(place, kbId)) === undefined) {
      throw invalid('kb_id', 'names a knowledge base that the workspace does not have');
    }
    if (isQueries && dto.request_id !== undefined) throw invalid('request_id', 'belongs to `source: audit`');
    if (isQueries && dto.rating !== undefined) throw invalid('rating', 'belongs to `source: audit`');
    if (isQueries && dto.expected === 'answer') throw invalid('expected', 'belongs to `source: audit`');
    return {
      workspaceIds: [place.workspaceId],
      ...(isQueries && { endpoint: 'embeddings', queriesOf: kbId }),
      model,
      outcome,
      requestId: dto.request_id,
      ratings: ratingsOf(dto.rating),
      from: this.startOf(from),
      to: to === undefined ? undefined : parseTime(to),
    };
  }

  /** Older payloads than those that are kept are not looked for. */
  private startOf(from: string | undefined): Date {
    const { payload_retention_days: days } = this.services.config.audit;
    const oldest = new Date(Date.now() - Math.max(1, days) * A_DAY_MS);
    const asked = from === undefined ? oldest : parseTime(from);
    return asked > oldest ? asked : oldest;
  }

  /** The newest requests first, until there are enough. */
  private async find({ place }: EvalCaller, filters: AuditFilters, dto: ImportEvalCasesDto): Promise<Found> {
    const { limit = DEFAULT_LIMIT } = dto;
    const found: Found = {
      cases: [],
      records: [],
      skipped: { noPayload: 0, truncated: 0, duplicate: 0, unsupported: 0 },
    };
    const { auditPayloads, auditRecords } = this.database;
    const inputs = new Set<string>();
    let characters = 0;
    let cursor: string | undefined;
    for (let scanned = 0; scanned < MOST_SCANNED && found.cases.length < limit; scanned += PAGE) {
      const page = await auditRecords.listPage(place.organizationId, { limit: PAGE, cursor, filters });
      const records = page.data.filter(({ requestId }) => !requestId.startsWith(OWN_REQUESTS));
      const payloads = await auditPayloads.findMany(
        place.organizationId,
        records.map(({ id }) => id),
      );
      for (const record of records) {
        if (found.cases.length >= limit) break;
        const item = take(found.skipped, payloads.get(record.id), (stored) => readCase(record, stored, dto));
        if (item === undefined) continue;
        const input = JSON.stringify(item.input);
        if (inputs.has(input)) {
          found.skipped.duplicate += 1;
          continue;
        }
        inputs.add(input);
        characters += JSON.stringify(item).length;
        if (characters > EVAL_BOUNDS.upload) {
          throw invalid('limit', `finds cases with more than ${EVAL_BOUNDS.upload} characters together: ask for fewer`);
        }
        found.cases.push(item);
        found.records.push(record);
      }
      await nextTurn();
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    return found;
  }

  private async readNewest({ id, version }: { readonly id: string; readonly version: number }): Promise<EvalCase[]> {
    const cases: EvalCase[] = [];
    for (let isLast = false; !isLast; ) {
      const rows = await this.database.evalDatasets.listCases(id, version, cases.length, PAGE);
      cases.push(...rows.map(({ content }) => parseBoundedJson(content) as EvalCase));
      isLast = rows.length < PAGE;
    }
    return cases;
  }

  private nothingFound({ duplicate, noPayload, truncated, unsupported }: Skipped): GatewayError {
    if (!this.services.config.audit.capture_payloads && truncated + duplicate + unsupported === 0) {
      return new GatewayError('payloads_off');
    }
    const message =
      'No request became a case. ' +
      `${noPayload} have no stored payload, ${truncated} are cut, and ${unsupported} have another format.`;
    return new GatewayError('conflict', { message });
  }
}

/** Counts why there is no case. */
function take(
  skipped: Skipped,
  text: string | undefined,
  read: (stored: StoredExchange) => EvalCase | undefined,
): EvalCase | undefined {
  if (text === undefined) {
    skipped.noPayload += 1;
    return undefined;
  }
  const stored = parseBoundedJson(text) as StoredExchange & { readonly is_truncated: boolean };
  if (stored.is_truncated) {
    skipped.truncated += 1;
    return undefined;
  }
  const item = read(stored);
  if (item === undefined) skipped.unsupported += 1;
  return item;
}

function readCase({ id }: AuditRow, stored: StoredExchange, dto: ImportEvalCasesDto): EvalCase | undefined {
  return dto.source === 'knowledge' ? caseOfQuery(id, stored) : caseOfExchange(id, stored, dto.expected === 'answer');
}
