import { hashToken, newToken, TOKEN_PREFIXES, tokenHint } from '@multilane/auth';
import type { Database, Page, ScimTokenRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { toFutureDate } from '../../fields/to-future-date.js';
import type { ListQuery } from '../../lists/list-query.dto.js';
import { DATABASE } from '../../services/workspace-services.js';
import type { CreateScimTokenDto } from './dto/create-scim-token.dto.js';

@Injectable()
export class ScimTokensService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** The token itself is returned once; only its hash is stored. */
  async create(
    { actor, organizationId }: Requester,
    { name, expires_at }: CreateScimTokenDto,
  ): Promise<{ readonly token: string; readonly record: ScimTokenRecord }> {
    const token = newToken(TOKEN_PREFIXES.scimToken);
    const expiresAt = expires_at === undefined ? null : toFutureDate('expires_at', expires_at);
    const record = await this.database.change(actor, ({ scimTokens }) =>
      scimTokens.create(organizationId, { name, expiresAt, hint: tokenHint(token), hash: hashToken(token) }),
    );
    return { token, record };
  }

  list({ organizationId }: Requester, { limit, cursor }: ListQuery): Promise<Page<ScimTokenRecord>> {
    return this.database.scimTokens.listPage(organizationId, { limit, cursor });
  }

  async remove({ actor, organizationId }: Requester, id: string): Promise<void> {
    await this.database.change(actor, ({ scimTokens }) => scimTokens.remove(organizationId, id));
  }
}
