import { SAMPLE_RATE, toFloats } from './samples.js';

/** Plays pieces of sound one after the other, as they come. */
export class SoundPlayer {
  private context: AudioContext | undefined;
  private endsAt = 0;

  play(samples: Uint8Array): void {
    const floats = toFloats(samples);
    if (floats.length === 0) return;
    this.context ??= new AudioContext({ sampleRate: SAMPLE_RATE });
    const buffer = this.context.createBuffer(1, floats.length, SAMPLE_RATE);
    buffer.copyToChannel(floats, 0);
    const source = this.context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.context.destination);
    this.endsAt = Math.max(this.endsAt, this.context.currentTime);
    source.start(this.endsAt);
    this.endsAt += buffer.duration;
  }

  /** Silence, also for what is still to be played. */
  stop(): void {
    void this.context?.close();
    this.context = undefined;
    this.endsAt = 0;
  }
}

/** The samples of a recording. @throws DOMException if the browser cannot read it */
export async function readRecording(file: Blob): Promise<Float32Array> {
  // Decoded sound has the rate of its context; the length of this one does not count.
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const buffer = await context.decodeAudioData(await file.arrayBuffer());
  const mixed = new Float32Array(buffer.length);
  for (let channel = 0; channel < buffer.numberOfChannels; channel += 1) {
    for (const [index, value] of buffer.getChannelData(channel).entries()) {
      mixed[index] = (mixed[index] ?? 0) + value / buffer.numberOfChannels;
    }
  }
  return mixed;
}
