import type { Database } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { HourlyTask } from '../../services/hourly-task.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';

/** Removes the images whose address has expired (docs/contract/media.md#images-by-address). */
@Injectable()
export class StoredImagesTask extends HourlyTask {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {
    super(services.tasks, 'stored_images');
  }

  async run(now: Date): Promise<void> {
    const images = await this.database.storedImages.removeExpired(now, () => this.isStopped);
    if (images > 0) this.services.logger.info({ images }, 'expired images were deleted');
  }
}
