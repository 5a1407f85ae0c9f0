import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatMessage, ChatTool, ProviderGroup, ToolChoice } from '@multilane/contracts';
import { estimateUsage } from './estimate-usage.js';
import { chooseFamily, FAMILY_FACTORS } from './family-factors.js';

/** An exchange that a public project recorded, in the reference format; null if nothing comparable was reported. */
interface RecordedUsage {
  id: string;
  group: ProviderGroup;
  model: string;
  messages: ChatMessage[];
  tools?: ChatTool[];
  tool_choice?: ToolChoice;
  completion_text: string;
  completion_tool_arguments?: string[];
  prompt_tokens: number | null;
  completion_tokens: number | null;
}

interface Measurement {
  cases: number;
  reported: number;
  estimated: number;
  /** The sum of each case's error, as a share of what was reported. */
  errors: number;
}

const measured = new Map<string, Measurement>();

function record(name: string, reported: number | null, estimated: number): void {
  if (reported === null) return;
  const row = measured.get(name) ?? { cases: 0, reported: 0, estimated: 0, errors: 0 };
  row.cases += 1;
  row.reported += reported;
  row.estimated += estimated;
  row.errors += Math.abs(estimated - reported) / reported;
  measured.set(name, row);
}

beforeAll(async () => {
  const url = new URL('./fixtures/recorded-usage.json', import.meta.url);
  for (const recorded of JSON.parse(readFileSync(url, 'utf8')) as RecordedUsage[]) {
    const estimate = await estimateUsage({
      ...recorded,
      tenant: 'a',
      completionText: recorded.completion_text,
      completionToolArguments: recorded.completion_tool_arguments,
    });
    const name = `${chooseFamily(recorded.group, recorded.model)} | ${recorded.tools === undefined ? 'text' : 'tools'}`;
    record(`${name} | prompt`, recorded.prompt_tokens, estimate.prompt_tokens);
    record(`${name} | completion`, recorded.completion_tokens, estimate.completion_tokens);
  }
});

const percent = (share: number): string => `${Math.round(share * 100)} %`;

function renderRow([name, { cases, reported, estimated, errors }]: [string, Measurement]): string {
  const bias = percent(estimated / reported - 1).replace('-0 %', '0 %');
  return `| ${name} | ${cases} | ${reported} | ${estimated} | ${bias} | ${percent(errors / cases)} |`;
}

describe('estimated usage against what providers reported', () => {
  it('is published as measured', () => {
    const docs = readFileSync(new URL('../../../docs/tokens.md', import.meta.url), 'utf8');
    const factors = Object.entries(FAMILY_FACTORS).map(
      ([family, numbers]) => `| ${[family, ...Object.values(numbers)].join(' | ')} |`,
    );
    const rows = [...factors, ...[...measured].map(renderRow)];
    expect(rows.filter((row) => !docs.includes(row))).toEqual([]);
  });

  it.each(['R', 'gpt-5', 'N', 'G', 'C', 'command-r7b', 'B'])(
    'is right to a tenth for the text of %s, as a sum',
    (family) => {
      const prompt = measured.get(`${family} | text | prompt`);
      const completion = measured.get(`${family} | text | completion`);
      const reported = (prompt?.reported ?? 0) + (completion?.reported ?? 0);
      const estimated = (prompt?.estimated ?? 0) + (completion?.estimated ?? 0);
      expect(reported).toBeGreaterThan(0);
      expect(Math.abs(estimated / reported - 1)).toBeLessThan(0.1);
    },
  );
});
