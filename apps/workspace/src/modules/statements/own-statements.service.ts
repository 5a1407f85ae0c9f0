import { GatewayError } from '@multilane/errors';
import type { Database, Page } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE } from '../../services/workspace-services.js';
import type { OwnStatementsQuery } from './dto/statements.query.js';
import { sumLines } from './statement-lines.js';
import {
  inBatches,
  pageOf,
  type ShownLine,
  type ShownTotal,
  type Statement,
  StatementsService,
} from './statements.service.js';

/** Statements of the teams of whoever asks, and of no others (docs/contract/usage.md#statements). */
@Injectable()
export class OwnStatementsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(StatementsService) private readonly statements: StatementsService,
  ) {}

  async list(requester: Requester, query: OwnStatementsQuery): Promise<Page<ShownTotal>> {
    const statement = await this.read(requester, query);
    return pageOf(sumLines(statement.lines), query, (total) => ({ statement, total }));
  }

  async listLines(requester: Requester, query: OwnStatementsQuery): Promise<Page<ShownLine>> {
    const statement = await this.read(requester, query);
    return pageOf(statement.lines, query, (line) => ({ statement, line }));
  }

  /** Every line, for a file. */
  async readLines(requester: Requester, query: OwnStatementsQuery): Promise<AsyncIterable<readonly ShownLine[]>> {
    return inBatches(await this.read(requester, query));
  }

  /** Fails with 404 for a team that is not the requester's, and with 403 for a token of one workspace: statements count them all. */
  private async read(requester: Requester, { month, team }: OwnStatementsQuery): Promise<Statement> {
    const subjects = await this.findSubjects(requester, team);
    return this.statements.readTeams(requester.organizationId, month, subjects);
  }

  /** Subjects of the lines of the teams: their ids, and the names of those that gateway.yaml declares. */
  private async findSubjects(requester: Requester, asked: string | undefined): Promise<readonly string[]> {
    const { organizationId } = requester;
    const own = await this.findTeamIds(requester);
    if (asked !== undefined && !own.includes(asked)) {
      throw new GatewayError('not_found', { param: 'team', message: 'The team does not exist, or is not yours.' });
    }
    const teams = await this.database.teams.listByIds(organizationId, asked === undefined ? own : [asked]);
    return teams.flatMap(({ id, name, source }) => (source === 'config' ? [id, name] : [id]));
  }

  private async findTeamIds(requester: Requester): Promise<readonly string[]> {
    const { caller, organizationId, ownTeamId } = requester;
    if (caller.workspaceId !== undefined) {
      throw new GatewayError('permission_denied', {
        message:
          'Statements count every workspace, and this token is bound to one. Sign in, or use a key that is bound to none.',
      });
    }
    if (ownTeamId !== undefined) return [ownTeamId];
    const places = await this.database.teams.listMembers(organizationId, { userId: requester.userId });
    return places.map(({ teamId }) => teamId);
  }
}
