import { type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from '../config-error.js';
import type { Environment } from '../environment.js';
import { parseConfigInSlices } from '../parse-config.js';
import type { GatewayConfig } from '../schema/gateway-config.js';
import { type ConfigText, readConfigText } from './load-config-file.js';

export interface WatchOptions {
  /** Called with a valid configuration that differs from the running one, and with what it was read from. */
  onChange(config: GatewayConfig, file: ConfigText): void;
  /** Called once for a file that became invalid, blank or unreadable: the running configuration stays. */
  onProblem(error: ConfigError): void;
  env?: Environment;
  /** `fingerprint` of the running configuration. Default: the file as it is now. */
  fingerprint?: string;
  /** Time between two reads that must agree before the file is judged: a half-written one is not. Default: 100. */
  debounceMs?: number;
  /** Milliseconds between reads of the file for edits that no event reports. Default: 5000. */
  pollMs?: number;
}

/**
 * Reports edits to a gateway.yaml, however they are made: written in place, renamed over, or through the symbolic link
 * that Kubernetes swaps under a mounted ConfigMap. It watches the directory, as a watch on the file would stay with
 * a file that was replaced, and looks now and then in case no event came. Keeps no process alive.
 */
export function watchConfigFile(path: string, options: WatchOptions): { close(): void } {
  const watcher = new ConfigFileWatcher(path, options);
  return { close: () => watcher.close() };
}

class ConfigFileWatcher {
  private readonly poll: NodeJS.Timeout;
  private directory: FSWatcher | undefined;
  private nextCheck: NodeJS.Timeout | undefined;
  private running: string;
  /** The file as last judged, valid or not. */
  private judged: string;
  /** The file as last read. It is judged once two reads in a row agree: until then it may be half written. */
  private lastRead: string;
  private isClosed = false;

  constructor(
    private readonly path: string,
    private readonly options: WatchOptions,
  ) {
    this.running = options.fingerprint ?? this.read().fingerprint;
    this.judged = this.running;
    this.lastRead = this.running;
    this.watchDirectory();
    this.poll = setInterval(() => {
      this.watchDirectory();
      this.check();
    }, options.pollMs ?? 5_000).unref();
    this.scheduleCheck();
  }

  close(): void {
    this.isClosed = true;
    clearInterval(this.poll);
    clearTimeout(this.nextCheck);
    this.directory?.close();
  }

  private watchDirectory(): void {
    if (this.directory) return;
    try {
      this.directory = watch(dirname(this.path), { persistent: false }, () => this.scheduleCheck());
      this.directory.on('error', () => this.forgetDirectory());
    } catch {
      this.forgetDirectory();
    }
  }

  /** The next poll watches again, by then perhaps another directory of the same name. */
  private forgetDirectory(): void {
    this.directory?.close();
    this.directory = undefined;
  }

  /** Does not push back a check that is due: other files in the directory may change without end. */
  private scheduleCheck(): void {
    this.nextCheck ??= setTimeout(() => {
      this.nextCheck = undefined;
      this.check();
    }, this.options.debounceMs ?? 100).unref();
  }

  private check(): void {
    const file = this.read();
    const isSettled = file.fingerprint === this.lastRead;
    this.lastRead = file.fingerprint;
    if (file.fingerprint === this.judged) return;
    if (isSettled) void this.judge(file);
    else this.scheduleCheck();
  }

  private async judge(file: FileState): Promise<void> {
    this.judged = file.fingerprint;
    if (file.fingerprint === this.running) return;
    const config = await this.parse(file);
    // Meanwhile the file may have been edited again: the later text is judged by itself.
    if (this.isClosed || this.judged !== file.fingerprint) return;
    if (config instanceof ConfigError) {
      this.options.onProblem(config);
    } else {
      this.running = file.fingerprint;
      this.options.onChange(config, { text: file.text, fingerprint: file.fingerprint });
    }
  }

  private async parse(file: FileState): Promise<GatewayConfig | ConfigError> {
    if (file.error) return file.error;
    // The schema accepts a blank file, but nobody means to drop every team and model from a running gateway.
    if (file.text.trim() === '') return new ConfigError(this.path, [{ path: '', line: 0, message: 'is empty' }]);
    try {
      const { config } = await parseConfigInSlices(file.text, { env: this.options.env, sourceName: this.path });
      return config;
    } catch (error) {
      if (error instanceof ConfigError) return error;
      throw error;
    }
  }

  private read(): FileState {
    try {
      return readConfigText(this.path);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return { text: '', fingerprint: 'unreadable', error };
    }
  }
}

interface FileState extends ConfigText {
  error?: ConfigError;
}
