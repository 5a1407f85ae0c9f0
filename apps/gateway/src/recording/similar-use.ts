import {
  type AnswerCache,
  findMostSimilar,
  listComparable,
  type QuestionBounds,
  type QuestionPlace,
  type SemanticRules,
  type SimilarQuestion,
  type SimilarQuestions,
  type StoredAnswer,
  type WordOrder,
} from '@multilane/policy';
import type { Metrics } from '@multilane/telemetry';

/** Question of a request to the semantic cache. */
export interface SimilarAsked {
  readonly place: QuestionPlace;
  readonly order: readonly WordOrder[];
  readonly rules: SemanticRules;
  /** Embedding model; undefined if the words alone are compared. */
  readonly model: string | undefined;
  /** Vector of the question; undefined if there is none. Never rejects. */
  embed(): Promise<Float32Array | undefined>;
}

/** The question whose answer a request gets. */
export interface SimilarHit {
  /** Cosine of the vectors; 1 if the words alone were compared. */
  readonly similarity: number;
  /** The request that was answered. */
  readonly requestId: string;
  /** Id of the policy; its name if it is of gateway.yaml. */
  readonly policy: string;
}

interface SimilarAnswer {
  readonly answer: StoredAnswer;
  readonly hit: SimilarHit;
}

/** Numbers of a vector at most, several times those of any known model: a provider of a tenant may answer any number. */
const MOST_NUMBERS = 16_000;

/** The semantic cache as one request uses it. */
export class SimilarUse {
  /** The question that was found. */
  hit: SimilarHit | undefined = undefined;
  private vector: Promise<Float32Array | undefined> | undefined = undefined;

  constructor(
    private readonly questions: SimilarQuestions,
    private readonly answers: AnswerCache,
    private readonly metrics: Metrics,
    private readonly asked: SimilarAsked,
  ) {}

  /** Finds the answer of a question that asks the same. Waits no longer than the policy says, and never rejects. */
  find(): undefined | Promise<StoredAnswer | undefined> {
    const found = this.questions.find(this.asked.place);
    if (found instanceof Promise) return this.within(found.then((questions) => this.choose(this.compare(questions))));
    const comparable = this.compare(found);
    return comparable.length === 0 ? undefined : this.within(this.choose(comparable));
  }

  /** Keeps the question of an answer that was cached, as soon as its vector is there. Nothing waits for it. */
  keep(question: Pick<SimilarQuestion, 'answerKey' | 'idSeed' | 'requestId'>, ttlSeconds: number): void {
    const { model, order, place, rules } = this.asked;
    const bounds: QuestionBounds = { ttlSeconds, maxEntries: rules.maxEntries };
    const store = (vector: Float32Array | undefined): void => {
      this.questions.store(place, { ...question, order, model, vector }, bounds);
      this.metrics.recordSemanticCache('stored');
    };
    if (model === undefined) store(undefined);
    else void this.embed().then((vector) => (vector ? store(vector) : this.metrics.recordSemanticCache('no_vector')));
  }

  private compare(found: readonly SimilarQuestion[]): readonly SimilarQuestion[] {
    const comparable = listComparable(found, this.asked.order, this.asked.model);
    if (comparable.length === 0) this.metrics.recordSemanticCache('unknown');
    return comparable;
  }

  private async choose(comparable: readonly SimilarQuestion[]): Promise<SimilarAnswer | undefined> {
    const { model, place, rules } = this.asked;
    if (comparable.length === 0) return undefined;
    const vector = model === undefined ? undefined : await this.embed();
    if (model !== undefined && vector === undefined) {
      this.metrics.recordSemanticCache('no_vector');
      return undefined;
    }
    const best = findMostSimilar(comparable, vector);
    if (best === undefined || best.similarity < rules.threshold) {
      this.metrics.recordSemanticCache('dissimilar');
      return undefined;
    }
    const { question, similarity } = best;
    const answer = await this.answers.find(place.owner, question.answerKey);
    // The answer may have been evicted or removed, and another one stored in its place.
    if (answer?.idSeed !== question.idSeed) {
      this.metrics.recordSemanticCache('gone');
      return undefined;
    }
    return { answer, hit: { similarity, requestId: question.requestId, policy: rules.policy } };
  }

  private embed(): Promise<Float32Array | undefined> {
    this.vector ??= this.asked.embed().then((vector) => (vector && vector.length <= MOST_NUMBERS ? vector : undefined));
    return this.vector;
  }

  /** A slow store or model is a miss. */
  private async within(search: Promise<SimilarAnswer | undefined>): Promise<StoredAnswer | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, this.asked.rules.timeoutMs, 'late');
    });
    // The store of answers reports that it is away: the request goes on without it.
    const answered = search.catch(() => this.metrics.recordSemanticCache('failed') as undefined);
    const found = await Promise.race([answered, late]);
    clearTimeout(timer);
    if (found === 'late') {
      this.metrics.recordSemanticCache('late');
      return undefined;
    }
    if (found === undefined) return undefined;
    this.metrics.recordSemanticCache('hit');
    this.hit = found.hit;
    return found.answer;
  }
}
