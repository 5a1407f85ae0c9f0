import type { Logger } from '@multilane/telemetry';
import type { LoggerService } from '@nestjs/common';

/** Nest's own words in our log; what it says of its start is left out. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(): void {}

  error(message: unknown): void {
    this.logger.error({ from: 'nest' }, String(message));
  }

  warn(message: unknown): void {
    this.logger.warn({ from: 'nest' }, String(message));
  }
}
