import { Module } from '@nestjs/common';
import { RunEventStreams } from './run-event-streams.service.js';

/** Shared parts of the modules whose runs are done by workers of the gateway. */
@Module({ providers: [RunEventStreams], exports: [RunEventStreams] })
export class RunsModule {}
