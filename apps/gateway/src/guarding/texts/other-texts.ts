import { mapParameters } from './parameter-texts.js';
import {
  isMembers,
  mapEachMember,
  mapItems,
  mapJsonValue,
  mapMember,
  mapText,
  showName,
  type TextMap,
} from './text-map.js';

type Members = Readonly<Record<string, unknown>>;

/** A text, a list of texts, or of parts that hold a text each; tokens stay what they are. */
function mapTexts(value: unknown, map: TextMap): unknown {
  if (typeof value === 'string') return map(value, 'user', 'plain');
  if (Array.isArray(value)) return mapItems(value, (item) => mapTexts(item, map));
  return isMembers(value) ? mapMember(value, 'text', mapText(map, 'user')) : value;
}

/** Maps the given members of a request, each a text or a list of texts, and its parameters. */
export function mapMembers<Request extends Members>(
  request: Request,
  names: ReadonlySet<string>,
  map: TextMap,
): Request {
  let mapped = request;
  for (const name of names) mapped = mapMember(mapped, name, (value) => mapTexts(value, map));
  return mapParameters(mapped, names, map);
}

const OF_DECISION: ReadonlySet<string> = new Set(['state', 'questions']);

/** Maps everything that a request of the decision format says. */
export function mapDecisionRequest<Request extends Members>(request: Request, map: TextMap): Request {
  const mapped = mapMember(request, 'state', (state) => mapJsonValue(state, map, 'user'));
  const asked = mapMember(mapped, 'questions', (questions) =>
    isMembers(questions)
      ? mapEachMember(questions, (question, name) => {
          showName(map, 'user', name);
          return mapQuestion(question, map);
        })
      : questions,
  );
  return mapParameters(asked, OF_DECISION, map);
}

/** The options of a question name answers, so they stay; what is said of them does not. */
function mapQuestion(question: unknown, map: TextMap): unknown {
  if (!isMembers(question)) return question;
  const mapped = mapMember(question, 'instructions', (instructions) => mapJsonValue(instructions, map, 'user'));
  return mapMember(mapped, 'criteria', (criteria) =>
    isMembers(criteria)
      ? mapEachMember(criteria, (said, name) => {
          showName(map, 'user', name);
          return mapJsonValue(said, map, 'user');
        })
      : mapJsonValue(criteria, map, 'user'),
  );
}

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
