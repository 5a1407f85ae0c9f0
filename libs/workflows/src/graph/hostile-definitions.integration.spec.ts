import { describe, expect, it } from '@jest/globals';
import { expectWithin, measureHold, processorTimeOf } from '@multilane/testing/measure-hold';
import { stepsInExpression } from '../expressions/check-expression.js';
import { checkDefinition } from './check-definition.js';
import { findTemplateProblem, renderTemplate, stepsInTemplate } from './templates.js';

const LONGEST = 10_000;
const long = (piece: string, characters = LONGEST): string => piece.repeat(Math.floor(characters / piece.length));
const DATA = { input: {}, steps: {}, run: { id: 'r', started_at: '' } };

/** Definition with as many expressions as it has room for. */
const steps = (expression: string) => ({
  nodes: Array.from({ length: 25 }, (_, at) => ({ id: `s${at}`, kind: 'transform', expression })),
});

describe("the limits of a workflow's definition", () => {
  it.each([
    ['parents', `a${long('.a', 5_000)}${long('.%', 4_900)}`],
    ['parents in predicates', `a${long('[%.%.%]', 9_900)}`],
    ['choices', `${long('1?', 4_900)}1${long(':1', 4_900)}`],
    ['bindings', `a${long('@$b.a#$i', 9_900)}`],
    ['predicates', `${long('a[', 6_000)}1${long(']', 3_000)}`],
    ['lists', `${long('[', 4_900)}${long(']', 4_900)}`],
    ['quotation marks', `"${long('\\"', 9_900)}`],
    ['calls', `${long('$f(', 6_000)}1${long(')', 2_000)}`],
  ])('is checked in turns, though its expressions are all %s', async (_what, expression) => {
    await expectWithin(100, () => measureHold(() => checkDefinition(steps(expression))));
  });

  it('has 100 operators % in an expression at most', async () => {
    const { problems } = await checkDefinition(steps(`a${long('.a', 400)}${long('.%', 202)}`));
    expect(problems[0]?.message).toBe('uses the operator % more than 100 times');
    expect((await checkDefinition(steps(`a.b.%.c & "${long('%', 500)}"`))).problems).toEqual([]);
  });

  it.each([`{{${long(' ', 100_000)}`, long('{{ ', 100_000), `{{${long('a ', 100_000)}`, long('{', 100_000)])(
    'is a template that is read in time linear in its length',
    async (template) => {
      await expectWithin(100, () =>
        processorTimeOf(() => {
          findTemplateProblem(template);
          stepsInTemplate(template);
          renderTemplate(template, DATA);
        }),
      );
    },
  );

  it.each(['"', "'", '\\"', '"\\', 'steps', 'steps .', '$$'])(
    'is an expression that is looked through in time linear in its length: %j',
    async (piece) => {
      await expectWithin(50, () => processorTimeOf(() => stepsInExpression(`"${long(piece)}`)));
    },
  );
});
