import type { Scenario } from './bench-plan.js';
import { median } from './statistics.js';

export type TargetName = 'gateway' | 'bareProxy' | 'direct';

/**
 * Names of a figure's values: the targets, the gateway itself when it relays chat to group R, is asked with keys of its file, or has one
 * worker or no sinks, and the plan.
 */
export type ValueName =
  | TargetName
  | 'parsingProxy'
  | 'plainServer'
  | 'relay'
  | 'fileKeys'
  | 'oneWorker'
  | 'noSinks'
  | 'predicted';

/** Servers that the gateway is compared with. */
export type Rival = 'bareProxy' | 'parsingProxy' | 'relay' | 'fileKeys' | 'oneWorker' | 'noSinks';

/** Values of each target in one round; `direct` is the upstream with nothing in front. */
export type Round<Against extends Rival = 'bareProxy'> = Readonly<
  { gateway: number; direct?: number } & Record<Against, number>
>;

/** The gateway against its rival: the median of the rounds' own comparisons, and their extremes. */
export interface Comparison {
  readonly how: 'ratio' | 'added';
  readonly value: number;
  readonly lowest: number;
  readonly highest: number;
}

/**
 * Bar of a figure: for the comparison if there is one, for the gateway's own value otherwise. `addsBelow`: for the gateway's addition to
 * the upstream alone.
 */
export type Bar = Readonly<{ atLeast: number } | { below: number } | { addsBelow: number }>;

/** One line of the report. */
export interface Figure {
  readonly scenario: Scenario | 'memory';
  readonly name: string;
  readonly unit: string;
  readonly values: Readonly<Partial<Record<ValueName, number>>>;
  readonly comparison?: Comparison;
  readonly addedToDirect?: number;
  readonly bar?: Bar;
}

export type Label = Pick<Figure, 'scenario' | 'name' | 'unit' | 'bar'>;

/**
 * Makes a figure of interleaved rounds. Each round is compared with itself first, so that a machine which slows down
 * for a while slows both sides of a comparison; only then is the median computed.
 */
export function buildComparedFigure(label: Label, how: Comparison['how'], rounds: readonly Round[]): Figure {
  return buildFigureAgainst('bareProxy', label, how, rounds);
}

/** The same against any rival. */
export function buildFigureAgainst<Against extends Rival>(
  rival: Against,
  label: Label,
  how: Comparison['how'],
  rounds: readonly Round<Against>[],
): Figure {
  const compared = rounds.map((round) =>
    how === 'ratio' ? round.gateway / round[rival] : round.gateway - round[rival],
  );
  const direct = rounds.flatMap((round) => (round.direct === undefined ? [] : [round.direct]));
  const added = rounds.flatMap((round) => (round.direct === undefined ? [] : [round.gateway - round.direct]));
  return {
    ...label,
    values: {
      gateway: median(rounds.map((round) => round.gateway)),
      [rival]: median(rounds.map((round) => round[rival])),
      ...(direct.length === 0 ? {} : { direct: median(direct) }),
    },
    comparison: { how, value: median(compared), lowest: Math.min(...compared), highest: Math.max(...compared) },
    ...(added.length === 0 ? {} : { addedToDirect: median(added) }),
  };
}

/** True if a figure holds its bar; undefined if it has none. `tolerance` widens the bar by a share of itself. */
export function holdsBar(figure: Figure, tolerance = 0): boolean | undefined {
  const { addedToDirect, bar, comparison, values } = figure;
  if (bar === undefined) return undefined;
  const value = 'addsBelow' in bar ? addedToDirect : (comparison?.value ?? values.gateway);
  if (value === undefined) return undefined;
  if ('atLeast' in bar) return value >= bar.atLeast * (1 - tolerance);
  return value < ('below' in bar ? bar.below : bar.addsBelow) * (1 + tolerance);
}
