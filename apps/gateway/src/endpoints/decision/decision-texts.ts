import { mapOthers, mapParameters } from '../../guarding/texts/parameter-texts.js';
import {
  isMembers,
  mapEachMember,
  mapJsonValue,
  mapMember,
  showName,
  type TextMap,
} from '../../guarding/texts/text-map.js';

type Members = Readonly<Record<string, unknown>>;

const OF_DECISION: ReadonlySet<string> = new Set(['state', 'questions']);
const OF_QUESTION: ReadonlySet<string> = new Set(['type', 'instructions', 'criteria']);

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
  const said = mapOthers(question, OF_QUESTION, map, 'user');
  const mapped = mapMember(said, 'instructions', (instructions) => mapJsonValue(instructions, map, 'user'));
  return mapMember(mapped, 'criteria', (criteria) =>
    isMembers(criteria)
      ? mapEachMember(criteria, (said, name) => {
          showName(map, 'user', name);
          return mapJsonValue(said, map, 'user');
        })
      : mapJsonValue(criteria, map, 'user'),
  );
}
