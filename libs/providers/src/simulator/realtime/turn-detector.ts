import { isRecord } from '@multilane/contracts';
import { SAMPLE_RATE } from '../audio/speak.js';

/** 20 milliseconds of sound, in bytes. */
export const FRAME_BYTES = (SAMPLE_RATE / 50) * 2;
export const FRAME_MS = 20;
/** A frame whose samples all stay below it is silence; a sample reaches 32,767. */
const LEAST_LOUD = 500;
/** Silence that ends a turn, in milliseconds: the reference's default, and the bounds of what a client may ask for. */
const USUAL_SILENCE_MS = 500;
const LEAST_SILENCE_MS = 100;
const MOST_SILENCE_MS = 10_000;

/** Change by a frame: somebody began to speak, or has been silent long enough. */
export type Turn = 'began' | 'ended' | undefined;

/**
 * Detects turns in the sound of a client by its loudness, as `server_vad` does and in place of what `semantic_vad` understands. It counts
 * samples and not time, so the same sound always has the same turns.
 */
export class TurnDetector {
  /** Milliseconds that were heard. */
  heardMs = 0;
  isSpeaking = false;
  private silentMs = 0;

  private constructor(
    private readonly silenceMs: number,
    /** True if a turn is answered without `response.create`. */
    readonly answers: boolean,
  ) {}

  /** By `turn_detection` of a session; undefined for null, and for a kind that there is not. */
  static of(settings: unknown): TurnDetector | undefined {
    if (!isRecord(settings) || (settings.type !== 'server_vad' && settings.type !== 'semantic_vad')) return undefined;
    const { create_response: answers, silence_duration_ms: silence } = settings;
    const silenceMs = typeof silence === 'number' ? silence : USUAL_SILENCE_MS;
    return new TurnDetector(Math.min(Math.max(silenceMs, LEAST_SILENCE_MS), MOST_SILENCE_MS), answers !== false);
  }

  hear(frame: Buffer): Turn {
    this.heardMs += FRAME_MS;
    if (isLoud(frame)) {
      this.silentMs = 0;
      if (this.isSpeaking) return undefined;
      this.isSpeaking = true;
      return 'began';
    }
    if (!this.isSpeaking) return undefined;
    this.silentMs += FRAME_MS;
    if (this.silentMs < this.silenceMs) return undefined;
    this.reset();
    return 'ended';
  }

  /** The buffer was committed or cleared: nobody speaks. */
  reset(): void {
    this.isSpeaking = false;
    this.silentMs = 0;
  }
}

function isLoud(frame: Buffer): boolean {
  for (let at = 0; at + 1 < frame.length; at += 2) if (Math.abs(frame.readInt16LE(at)) >= LEAST_LOUD) return true;
  return false;
}
