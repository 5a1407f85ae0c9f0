import { isMembers, mapItems, mapMember, mapText, type TextMap } from '../../guarding/texts/text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** Maps every text of a whole answer of /v1/completions. */
export function mapCompletionsAnswer<Answer extends Members>(answer: Answer, map: TextMap): Answer {
  return mapMember(answer, 'choices', (choices) =>
    Array.isArray(choices)
      ? mapItems(choices, (choice) =>
          isMembers(choice) ? mapMember(choice, 'text', mapText(map, 'assistant')) : choice,
        )
      : choices,
  );
}
