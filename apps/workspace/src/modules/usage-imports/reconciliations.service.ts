import {
  BillCollector,
  type BillLine,
  COST_KINDS,
  ImportError,
  type Reconciliation,
  type RecordedLine,
  readAmount,
  readUsage,
  reconcile,
  toChunks,
} from '@multilane/importers';
import type { Database, RecordedUsage } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { Throttle } from '../../access/throttle.js';
import { invalidField } from '../../http/invalid-field.js';
import { DATABASE } from '../../services/workspace-services.js';
import { findScope } from '../usage/find-scope.js';
import { readDay } from '../usage/read-usage-query.js';
import type { ReconcileDto } from './dto/reconciliation.dto.js';

/** Kind of the providers of a source. */
const KINDS: Readonly<Record<ReconcileDto['source'], string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  aws: 'bedrock',
};

/** Days of a bill at most: records are read for each. */
const MOST_DAYS = 92;
const MOST_LINES = 5_000;

/** A comparison and its days. */
export interface FoundReconciliation {
  readonly found: Reconciliation;
  readonly fromDay: string;
  readonly toDay: string;
}

/** Compares bills of providers with recorded requests. Nothing is stored. */
@Injectable()
export class ReconciliationsService {
  private readonly throttle = new Throttle({ tries: 20, seconds: 60 });

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Compares a bill with the requests that the requester may see. Fails with 400 for a bill that cannot be read, and for more than 92 days. */
  async reconcile(requester: Requester, dto: ReconcileDto): Promise<FoundReconciliation> {
    const { organizationId } = requester;
    const scope = await findScope(requester, 'gateway.usage.read', this.database.workspaces, dto.workspace_id);
    await this.throttle.take(organizationId);
    const bill = await readBill(dto);
    const days = bill.map(({ day }) => day).toSorted();
    const [fromDay] = days;
    const toDay = days.at(-1);
    if (fromDay === undefined || toDay === undefined)
      throw invalidField('lines', 'must have a line, or `files` a row.');
    if ((Date.parse(toDay) - Date.parse(fromDay)) / 86_400_000 >= MOST_DAYS) {
      throw invalidField('lines', `must be of at most ${MOST_DAYS} days.`);
    }
    const recorded = await this.database.recordedUsage.list(organizationId, {
      ...scope,
      providerKind: KINDS[dto.source],
      providers: dto.providers,
      fromDay,
      toDay,
    });
    const { tolerance_percent: percent = 1, tolerance_usd: usd = '0.01' } = dto;
    const tolerance = { share: Math.round(percent * 100), cost: readAmount(usd) ?? 0n };
    return { found: reconcile(bill, recorded.map(toLine), tolerance), fromDay, toDay };
  }
}

async function readBill({ files, lines, source }: ReconcileDto): Promise<readonly BillLine[]> {
  if (lines !== undefined) return lines.map(readLine);
  const collector = new BillCollector();
  try {
    for (const { name, text } of files ?? []) {
      for await (const row of readUsage(source, { name, chunks: toChunks(text) }, { zone: 'UTC' })) collector.add(row);
    }
  } catch (error) {
    throw error instanceof ImportError ? invalidField('files', `cannot be read. ${error.message}`) : error;
  }
  const { bill } = collector;
  if (bill.length > MOST_LINES) throw invalidField('files', `must have at most ${MOST_LINES} days and models.`);
  return bill;
}

function readLine(line: NonNullable<ReconcileDto['lines']>[number], index: number): BillLine {
  const costs: BillLine['costs'] = Object.fromEntries(
    COST_KINDS.flatMap((kind) => {
      const text = line.costs_usd[kind];
      if (text === undefined) return [];
      const amount = typeof text === 'string' ? readAmount(text) : undefined;
      if (amount === undefined) throw invalidField(`lines[${index}].costs_usd`, 'must have decimal numbers.');
      return [[kind, amount]];
    }),
  );
  return {
    day: readDay(`lines[${index}].day`, line.day),
    model: line.model,
    requests: line.requests,
    tokens: line.tokens,
    cost: line.cost_usd === null ? null : (readAmount(line.cost_usd) ?? 0n),
    costs,
  };
}

function toLine({ cachedTokens, completionTokens, costUsd, promptTokens, ...line }: RecordedUsage): RecordedLine {
  const tokens = { input: promptTokens - cachedTokens, cached_input: cachedTokens, output: completionTokens };
  return { ...line, tokens, cost: readAmount(costUsd) ?? 0n };
}
