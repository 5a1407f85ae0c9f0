import type { ExportSinkEntry } from '@multilane/config';
import { encodeBody } from './encode-body.js';
import { readBoundedJson } from './read-bounded-json.js';
import { judgeStatus, post, type Sink, type SinkAnswer, type SinkWay } from './sink.js';

type Settings = Extract<ExportSinkEntry, { kind: 'splunk_hec' }>['config'];

/** Codes of the collector that are the fault of an event: no data, a format that it does not read, an event that is missing or blank, or fields. */
const OF_EVENTS: ReadonlySet<number> = new Set([5, 6, 12, 13, 15]);
/** The server is busy, or not ready. */
const BUSY: ReadonlySet<number> = new Set([8, 9, 18, 19, 20, 23, 26, 27]);

/**
 * Splunk's HTTP Event Collector: events behind each other at `/services/collector/event`, and codes in the answer
 * (help.splunk.com, "Troubleshoot HTTP Event Collector", possible error codes). The collector knows no batch again: one whose answer was lost is
 * there twice.
 */
export function openSplunkSink(settings: Settings, { send, timeoutMs }: SinkWay): Sink {
  const { index, source, sourcetype, token } = settings;
  const url = `${settings.url.replace(/\/+$/, '')}/services/collector/event`;
  return {
    async send({ records }) {
      const events = records.map((event) =>
        JSON.stringify({ time: Date.parse(event.time) / 1000, source, sourcetype, index, event }),
      );
      const { body, headers } = await encodeBody(events.join('\n'), settings.gzip);
      const answer = await post(send, {
        url,
        headers: { 'content-type': 'application/json', authorization: `Splunk ${token}`, ...headers },
        body,
        timeoutMs,
      });
      return 'kind' in answer ? answer : judge(answer);
    },
  };
}

function judge(answer: Parameters<typeof judgeStatus>[0] & { readonly text: string }): SinkAnswer {
  const byStatus = judgeStatus(answer);
  if (byStatus.kind === 'accepted' || answer.status === 413) return byStatus;
  const { code, text } = readBoundedJson(answer.text);
  if (typeof code !== 'number') return byStatus;
  const reason = `Splunk answered ${answer.status}, code ${code}${typeof text === 'string' ? `: ${text}` : ''}.`;
  if (OF_EVENTS.has(code)) return { kind: 'records', reason };
  if (BUSY.has(code) || byStatus.kind === 'away') return { ...byStatus, kind: 'away', reason };
  return { kind: 'refused', reason };
}
