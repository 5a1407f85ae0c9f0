import { GatewayError } from '@multilane/errors';
import {
  ImportError,
  mapRow,
  NO_MAPPING,
  parseUsageMapping,
  readUsage,
  toChunks,
  UsageCollector,
} from '@multilane/importers';
import {
  type Change,
  type CompletedImport,
  type Database,
  type UsageImportRecord,
  UsageImportRejected,
} from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { Throttle } from '../../access/throttle.js';
import { invalidField } from '../../http/invalid-field.js';
import { DATABASE } from '../../services/workspace-services.js';
import { isZone } from '../usage/is-zone.js';
import {
  type AddUsageFileDto,
  type AddUsageRowsDto,
  type BeginUsageImportDto,
  type CompleteUsageImportDto,
} from './dto/usage-import.dto.js';
import { NameFinder } from './find-names.js';

export const MANAGE = 'gateway.usage.manage';

const PROBLEMS: Readonly<Record<UsageImportRejected['fault'], string>> = {
  imports: 'The organization has 500 imports of usage. Delete some first.',
  rows: 'The organization has 1,000,000 rows of imported usage. Delete an import first.',
  batch: 'A batch before this one is missing. `next_batch` of the import says which.',
  state: 'The import is complete. Begin another one.',
  sums: 'The sums are larger than any usage. Check the counts and amounts of the rows.',
};

/** Rows that a file may make, sums of the same time and attribution: more is for the command line. */
const MOST_FILE_ROWS = 20_000;

/** A file after its rows were added. */
export interface AddedFile {
  readonly record: UsageImportRecord;
  readonly collector: UsageCollector;
  /** Names of models of the organization. */
  readonly known: ReadonlySet<string>;
}

/** Imports of usage: of a workspace by its administrators, of the organization by its own. */
@Injectable()
export class UsageImportsService {
  private readonly throttle = new Throttle({ tries: 20, seconds: 60 });

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Fails with 404 for a workspace out of reach, and with 409 for too many imports. */
  async begin(requester: Requester, { account = '', source, workspace_id: asked }: BeginUsageImportDto) {
    const { actor, organizationId } = requester;
    const workspaceId = await this.placeOf(requester, asked);
    return this.change(requester, ({ usageImports }) =>
      usageImports.begin(organizationId, { workspaceId, source, account, createdBy: actor.name ?? '' }),
    );
  }

  async list(requester: Requester): Promise<readonly UsageImportRecord[]> {
    const { caller, organizationId } = requester;
    if (requester.can(MANAGE)) return this.database.usageImports.list(organizationId, undefined);
    const ids = [caller.workspaceId, ...(caller.memberships ?? []).map(({ workspaceId }) => workspaceId)];
    const own = ids.filter((id) => id !== undefined && requester.can(MANAGE, { workspaceId: id }));
    return this.database.usageImports.list(organizationId, [...new Set(own)] as string[]);
  }

  /** Fails with 404 for an import of another tenant or workspace. */
  async find(requester: Requester, id: string): Promise<UsageImportRecord> {
    const found = await this.database.usageImports.find(requester.organizationId, id);
    if (found !== undefined && requester.can(MANAGE, { workspaceId: found.workspaceId ?? undefined })) return found;
    throw new GatewayError('not_found', { message: 'The import does not exist.' });
  }

  async addRows(requester: Requester, id: string, { batch, rows }: AddUsageRowsDto): Promise<UsageImportRecord> {
    const { workspaceId } = await this.find(requester, id);
    const { organizationId } = requester;
    const finder = new NameFinder(this.database, organizationId, workspaceId);
    const found = await finder.findAll(rows);
    return this.change(requester, ({ usageImports }) => usageImports.addRows(organizationId, id, batch, found));
  }

  /** Reads a file and adds its rows. Fails with 400 and the line for one that cannot be read. */
  async addFile(requester: Requester, id: string, dto: AddUsageFileDto): Promise<AddedFile> {
    const { source, workspaceId } = await this.find(requester, id);
    const { organizationId } = requester;
    await this.throttle.take(organizationId);
    const { batch, mapping, name, team_tag: teamTag, text, zone = 'UTC' } = dto;
    if (!(await isZone(this.database.usageSeries, zone)))
      throw invalidField('zone', 'must be the IANA name of a time zone.');
    const collector = new UsageCollector();
    const names = readOrRefuse('mapping', () => (mapping === undefined ? NO_MAPPING : parseUsageMapping(mapping)));
    try {
      for await (const row of readUsage(
        source as BeginUsageImportDto['source'],
        { name, chunks: toChunks(text) },
        { zone, teamTag },
      )) {
        collector.add(mapRow(row, names));
        if (collector.size > MOST_FILE_ROWS)
          throw new ImportError(
            `The file has more than ${MOST_FILE_ROWS} rows of its own. Use \`multilane import usage\`.`,
          );
      }
    } catch (error) {
      throw error instanceof ImportError ? invalidField('text', `cannot be imported. ${error.message}`) : error;
    }
    const finder = new NameFinder(this.database, organizationId, workspaceId);
    const rows = await finder.findAll(collector.take(MOST_FILE_ROWS));
    const record = await this.change(requester, ({ usageImports }) =>
      usageImports.addRows(organizationId, id, batch, rows),
    );
    const known = new Set(await this.database.models.listNames(organizationId, workspaceId ?? undefined));
    return { record, collector, known };
  }

  /** Fails with 409 for days with recorded requests, unless they are skipped or kept. */
  async complete(
    requester: Requester,
    id: string,
    { digest, overlap = 'reject' }: CompleteUsageImportDto,
  ): Promise<Exclude<CompletedImport, { outcome: 'overlap' }>> {
    await this.find(requester, id);
    const done = await this.change(requester, ({ usageImports }) =>
      usageImports.complete(requester.organizationId, id, digest, overlap),
    );
    if (done.outcome !== 'overlap') return done;
    const days = done.days.map(({ day, provider }) => `${day} (${provider})`).join(', ');
    const message = `Requests of the same provider are recorded on ${days}. Set \`overlap\` to \`skip\` to leave these days out, or to \`keep\` to count both.`;
    throw new GatewayError('conflict', { param: 'overlap', message });
  }

  async remove(requester: Requester, id: string): Promise<void> {
    await this.find(requester, id);
    await this.change(requester, ({ usageImports }) => usageImports.remove(requester.organizationId, id));
  }

  private async change<Result>({ actor }: Requester, work: (change: Change) => Promise<Result>): Promise<Result> {
    try {
      return await this.database.change(actor, work);
    } catch (error) {
      if (error instanceof UsageImportRejected) throw new GatewayError('conflict', { message: PROBLEMS[error.fault] });
      throw error;
    }
  }

  /** The workspace of an import; null for the organization. */
  private async placeOf(requester: Requester, asked: string | undefined): Promise<string | null> {
    const workspaceId = asked ?? (requester.can(MANAGE) ? undefined : requester.caller.workspaceId);
    if (workspaceId === undefined) {
      if (requester.can(MANAGE)) return null;
      throw invalidField('workspace_id', 'is required: you manage the usage of workspaces alone.');
    }
    const isReached = requester.can(MANAGE, { workspaceId });
    if (isReached && (await this.database.workspaces.find(requester.organizationId, workspaceId))) return workspaceId;
    throw new GatewayError('not_found', { param: 'workspace_id', message: 'The workspace does not exist.' });
  }
}

function readOrRefuse<Result>(field: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof ImportError ? invalidField(field, `cannot be read. ${error.message}`) : error;
  }
}
