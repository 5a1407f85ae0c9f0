import { formatDuration } from '../../ui/duration-text.js';
import { formatMoney } from '../../ui/money-text.js';
import type { RuleKind } from './rule-values.js';

/** An alert, as far as its sentence tells of it. */
export interface ToldAlert {
  readonly kind: RuleKind;
  readonly subject_name: string;
  readonly threshold: number;
  readonly value: number;
}

/** Sentence of an alert: a key of the catalogue, and the values that it holds. */
export interface AlertSentence {
  readonly key: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Threshold that stands for a forecast: it was not reached yet. */
const FORECAST = 0;

/** Writes an alert in the reader's language, from its kind and its values: the service's own sentences are English. */
export function sentenceOfAlert(alert: ToldAlert, language: string): AlertSentence {
  const { kind, subject_name: subject, threshold, value } = alert;
  const show = (amount: number): string => showAmount(kind, amount, language);
  const isForecast = kind === 'budget' && threshold === FORECAST;
  const isOfAll = subject === '' && OF_REQUESTS.includes(kind);
  return {
    key: `told.${kind}${isForecast ? 'Forecast' : isOfAll ? 'OfAll' : ''}`,
    values: { subject, threshold: show(threshold), value: show(value) },
  };
}

/** Kinds that look at groups of requests, or at all of them. */
const OF_REQUESTS: readonly RuleKind[] = ['error_rate', 'first_byte', 'latency', 'spend'];

function showAmount(kind: RuleKind, amount: number, language: string): string {
  if (kind === 'spend') return formatMoney(amount, language);
  if (kind === 'latency' || kind === 'first_byte') return formatDuration(amount, language);
  const count = new Intl.NumberFormat(language, { maximumFractionDigits: amount < 10 ? 1 : 0 }).format(amount);
  return kind === 'budget' || kind === 'error_rate' ? `${count}%` : count;
}
