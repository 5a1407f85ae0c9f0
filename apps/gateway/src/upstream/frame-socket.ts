/** The part of a socket that a relay needs; `ws` provides it, and so does the simulator. */
export interface FrameSocket {
  readonly protocol: string;
  /** Bytes that wait to be sent. */
  readonly bufferedAmount: number;
  /** @param sent called when it has been sent, or cannot be */
  send(data: Buffer | string, options: { readonly binary: boolean }, sent?: (error?: Error | null) => void): void;
  close(code?: number, reason?: string | Buffer): void;
  /** Ends it without a word. */
  terminate(): void;
  pause(): void;
  resume(): void;
  ping(): void;
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): unknown;
  on(event: 'close', listener: (code: number, reason: Buffer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'ping' | 'pong', listener: () => void): unknown;
}
