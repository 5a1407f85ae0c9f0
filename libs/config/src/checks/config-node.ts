import type { ConfigPath } from '../config-path.js';
import type { ReportProblem } from '../file/fit-to-schema.js';
import { isMapping } from '../file/walk-schema.js';

/**
 * A place in a file that may be wrong in other ways: what is absent or of another type reads as undefined or as an
 * empty list, so that rules across sections can be checked although the schema has found problems.
 */
export class ConfigNode {
  constructor(
    readonly value: unknown,
    readonly path: ConfigPath = [],
  ) {}

  at(key: string): ConfigNode {
    const value = isMapping(this.value) && Object.hasOwn(this.value, key) ? this.value[key] : undefined;
    return new ConfigNode(value, [...this.path, key]);
  }

  get exists(): boolean {
    return this.value !== undefined;
  }

  get text(): string | undefined {
    return typeof this.value === 'string' ? this.value : undefined;
  }

  get number(): number | undefined {
    return typeof this.value === 'number' ? this.value : undefined;
  }

  get items(): ConfigNode[] {
    return Array.isArray(this.value)
      ? this.value.map((item, index) => new ConfigNode(item, [...this.path, index]))
      : [];
  }

  /** The values of a mapping. */
  get entries(): ConfigNode[] {
    return isMapping(this.value) ? Object.keys(this.value).map((key) => this.at(key)) : [];
  }
}

/** A rule across the keys of a file. */
export type CrossCheck = (config: ConfigNode, report: ReportProblem) => void;
