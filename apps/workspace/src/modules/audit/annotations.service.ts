import { GatewayError } from '@multilane/errors';
import type { AuditRow, Database, RequestAnnotationRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { nameOfActor } from '../../access/name-of-actor.js';
import type { Requester } from '../../access/requester.js';
import { rejectVersion } from '../../http/versions.js';
import { DATABASE } from '../../services/workspace-services.js';
import { AuditService } from './audit.service.js';
import type { AnnotateRequestDto } from './dto/annotation.dto.js';

const MANAGE = 'gateway.annotations.manage';

/** Annotated requests of an organization at most. */
const MOST_ANNOTATIONS = 50_000;

/** Marks and notes of requests: everybody who sees the records sees them, and administrators write them. */
@Injectable()
export class AnnotationsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(AuditService) private readonly audit: AuditService,
  ) {}

  /** Fails with 404 for a request out of reach, and for one without an annotation. */
  async find(requester: Requester, id: string): Promise<RequestAnnotationRecord> {
    await this.audit.findRow(requester, id);
    const found = await this.database.requestAnnotations.find(requester.organizationId, id);
    if (found === undefined) throw noAnnotation();
    return found;
  }

  /** Writes or replaces it. Fails with 412 for another version, and with 409 for too many annotations. */
  async write(requester: Requester, id: string, dto: AnnotateRequestDto): Promise<RequestAnnotationRecord> {
    const row = await this.findForChange(requester, id);
    const { actor, organizationId } = requester;
    const written = {
      rating: dto.rating,
      note: dto.note ?? '',
      annotatedById: actor.type === 'user' ? actor.id : null,
      annotatedBy: await nameOfActor(requester, this.database.users),
    };
    const known = await this.database.requestAnnotations.find(organizationId, id);
    if (known === undefined && (await this.database.requestAnnotations.count(organizationId)) >= MOST_ANNOTATIONS) {
      const message = `The organization has ${MOST_ANNOTATIONS} annotated requests. Delete some annotations first.`;
      throw new GatewayError('conflict', { message });
    }
    // Nothing has the version that is named.
    if (known === undefined && requester.condition !== undefined) throw rejectVersion();
    return this.database.change(actor, ({ requestAnnotations }) => {
      if (known !== undefined) return requestAnnotations.update(organizationId, id, written);
      const { requestId, time } = row;
      return requestAnnotations.create(organizationId, { id, time, requestId, ...written });
    });
  }

  async remove(requester: Requester, id: string): Promise<void> {
    await this.findForChange(requester, id);
    const { actor, organizationId } = requester;
    if ((await this.database.requestAnnotations.find(organizationId, id)) === undefined) throw noAnnotation();
    await this.database.change(actor, ({ requestAnnotations }) => requestAnnotations.remove(organizationId, id));
  }

  /** Fails with 403 for a request that the requester sees and may not annotate. */
  private async findForChange(requester: Requester, id: string): Promise<AuditRow> {
    const row = await this.audit.findRow(requester, id);
    requester.demand(MANAGE, row.workspaceId === null ? {} : { workspaceId: row.workspaceId });
    return row;
  }
}

function noAnnotation(): GatewayError {
  return new GatewayError('not_found', { message: 'The request has no annotation.' });
}
