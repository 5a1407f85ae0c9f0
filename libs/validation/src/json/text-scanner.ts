import { SCAN_TEXT } from './scan-text.wasm.js';

/** Node has WebAssembly, except with `--jitless`; the compiler's library of ES2023 does not declare it. */
interface WebAssembly {
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object) => { readonly exports: object };
}

interface ScannerExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** See assembly/scan-text.ts. */
  scanText(from: number, end: number): number;
}

const PAGE_BYTES = 64 * 1024;

/** Address of the scanned bytes in the memory, behind the results of a scan. */
const BASE = 64;

/** So many bytes behind what is scanned may be read. */
const BEYOND = 32;

/** Longer bytes are not taken: the memory has room for so many. */
export const MOST_SCANNED_BYTES = 1024 * 1024;

/**
 * Finds the ends of long strings, and says what they hold: with instructions for sixteen bytes at once, which only WebAssembly has. That
 * takes a third of a nanosecond a byte, a fifth of what a loop takes. One for each process: what was loaded last is scanned.
 */
export class TextScanner {
  /** UTF-16 code units of the string's meaning, by the last scan. */
  units = 0;
  /** Length in UTF-8 by the last scan. */
  bytes = 0;
  /** True if the last scan found a string of JSON, and no escape of it is half a character. */
  isSound = false;
  private readonly memory: Uint8Array;
  private readonly found: Uint32Array;
  private end = BASE;

  private constructor(private readonly scanner: ScannerExports) {
    const { memory } = scanner;
    memory.grow(Math.ceil((BASE + MOST_SCANNED_BYTES + BEYOND - memory.buffer.byteLength) / PAGE_BYTES));
    this.memory = new Uint8Array(memory.buffer);
    this.found = new Uint32Array(memory.buffer, 0, BASE / Uint32Array.BYTES_PER_ELEMENT);
  }

  /** Undefined where there is no WebAssembly, or none with such instructions, or no memory for it. */
  static create(): TextScanner | undefined {
    const { WebAssembly: engine } = globalThis as { readonly WebAssembly?: WebAssembly };
    if (engine === undefined) return undefined;
    try {
      const { exports } = new engine.Instance(new engine.Module(Buffer.from(SCAN_TEXT, 'base64')));
      return new TextScanner(exports as ScannerExports);
    } catch {
      return undefined;
    }
  }

  /** Takes what is to be scanned: UTF-8 of at most `MOST_SCANNED_BYTES`. */
  load(bytes: Uint8Array): void {
    this.memory.set(bytes, BASE);
    this.end = BASE + bytes.length;
  }

  /** Scans the string whose first byte is there. Returns the place behind its closing quote; one beyond the end if it has none. */
  scan(from: number): number {
    const behind = this.scanner.scanText(BASE + from, this.end) - BASE;
    this.units = this.found[0] ?? 0;
    this.bytes = this.found[1] ?? 0;
    this.isSound = this.found[2] === 1;
    return behind;
  }
}
