import type { ModerationCategory } from './categories.js';
import type { Concept } from './vocabulary/concepts.js';

/** One reason to see a category in a text: concepts that occur close together. */
export interface ModerationRule {
  /** Scores that the reason gives each category, from 0 to 1. */
  readonly scores: Readonly<Partial<Record<ModerationCategory, number>>>;
  /** All of them occur within `span` words of the first. */
  readonly near: readonly Concept[];
  readonly span: number;
  /** A text that speaks about the matter, instead of doing it: any of these within reach takes most of the score away. */
  readonly unless?: readonly Concept[];
}

const rule = (
  near: readonly Concept[],
  span: number,
  scores: ModerationRule['scores'],
  unless: readonly Concept[] = [],
): ModerationRule => ({ near, span, scores, unless });

/** A text that reports, prevents, teaches or treats. */
const ABOUT: readonly Concept[] = ['reporting', 'prevention', 'clinical'];

/** Every rule of the built-in check. docs/moderation.md says in words what they mean and what they miss. */
export const MODERATION_RULES: readonly ModerationRule[] = [
  // Sexual content.
  rule(['sexualExplicit'], 0, { sexual: 0.75 }, ABOUT),
  rule(['sexualMild'], 0, { sexual: 0.3 }, ABOUT),
  rule(['sexualMild', 'sexualDesire'], 8, { sexual: 0.6 }, ABOUT),
  rule(['sexualExplicit', 'minor'], 10, { 'sexual/minors': 0.9, sexual: 0.85 }, ABOUT),
  rule(['sexualMild', 'minor', 'sexualDesire'], 10, { 'sexual/minors': 0.85, sexual: 0.8 }, ABOUT),
  rule(['sexualMild', 'minor'], 5, { 'sexual/minors': 0.6, sexual: 0.6 }, ABOUT),
  rule(['sexualMinors'], 0, { 'sexual/minors': 0.95, sexual: 0.9 }, ABOUT),

  // Harassment.
  rule(['insult', 'you'], 4, { harassment: 0.75 }, ['reporting']),
  rule(['insult', 'youAre'], 5, { harassment: 0.75 }, ['reporting']),
  rule(['belittling', 'youAre'], 4, { harassment: 0.65 }, ['reporting']),
  rule(['abuse'], 0, { harassment: 0.85 }, ['reporting', 'prevention']),
  rule(['incitementToSuicide'], 0, { harassment: 0.9, 'self-harm': 0.55 }, ['reporting', 'prevention']),
  rule(['intent', 'kill', 'you'], 5, { 'harassment/threatening': 0.9, harassment: 0.8, violence: 0.85 }, ['game']),
  rule(['intent', 'kill', 'them'], 5, { 'harassment/threatening': 0.7, harassment: 0.6, violence: 0.8 }, ['game']),
  rule(['intent', 'hurt', 'you'], 5, { 'harassment/threatening': 0.8, harassment: 0.7, violence: 0.75 }, ['game']),
  rule(['threat'], 0, { 'harassment/threatening': 0.85, harassment: 0.75, violence: 0.7 }, ['reporting', 'game']),

  // Hate.
  rule(['slur'], 0, { hate: 0.75, harassment: 0.6 }, ABOUT),
  rule(['group', 'dehumanising'], 7, { hate: 0.85 }, ABOUT),
  rule(['slur', 'kill'], 6, { 'hate/threatening': 0.9, hate: 0.9, violence: 0.7 }, ABOUT),
  rule(['group', 'kill', 'demand'], 7, { 'hate/threatening': 0.9, hate: 0.9, violence: 0.75 }, ABOUT),
  rule(['group', 'kill', 'intent'], 7, { 'hate/threatening': 0.9, hate: 0.9, violence: 0.75 }, ABOUT),
  rule(['group', 'eradicate'], 7, { 'hate/threatening': 0.85, hate: 0.85, violence: 0.7 }, ABOUT),

  // Instructions for crimes.
  rule(['instruction', 'make', 'drug'], 9, { illicit: 0.85 }, ABOUT),
  rule(['instruction', 'obtain', 'drug'], 9, { illicit: 0.75 }, ABOUT),
  rule(['instruction', 'crime'], 8, { illicit: 0.8 }, [...ABOUT, 'protection']),
  rule(['instruction', 'make', 'weapon'], 9, { 'illicit/violent': 0.9, illicit: 0.85 }, ABOUT),
  rule(['instruction', 'weaponStrong'], 9, { 'illicit/violent': 0.6, illicit: 0.6 }, [...ABOUT, 'protection']),
  rule(['instruction', 'kill', 'person'], 7, { 'illicit/violent': 0.85, illicit: 0.75, violence: 0.7 }, [
    ...ABOUT,
    'game',
  ]),

  // Self-harm.
  rule(['selfHarmTopic'], 0, { 'self-harm': 0.4 }, ABOUT),
  rule(['selfHarmIntent'], 0, { 'self-harm/intent': 0.85, 'self-harm': 0.85 }, ['figurative']),
  rule(['instruction', 'selfHarmTopic'], 8, { 'self-harm/instructions': 0.8, 'self-harm': 0.8 }, ABOUT),
  rule(['instruction', 'selfHarmIntent'], 8, { 'self-harm/instructions': 0.85, 'self-harm': 0.85 }, [
    'prevention',
    'figurative',
  ]),
  rule(['lethalMeans'], 0, { 'self-harm/instructions': 0.75, 'self-harm': 0.75 }, ABOUT),

  // Violence.
  rule(['kill', 'person'], 5, { violence: 0.4 }, ['game', 'prevention']),
  rule(['kill', 'glorifying'], 8, { violence: 0.65 }, ['game', 'reporting']),
  rule(['demand', 'kill', 'person'], 6, { violence: 0.7 }, ['game', 'reporting', 'prevention']),
  rule(['massViolence', 'intent'], 8, { violence: 0.85, 'harassment/threatening': 0.6, harassment: 0.6 }, ['game']),
  rule(['massViolence', 'glorifying'], 8, { violence: 0.75 }, ['game', 'reporting']),
  rule(['gore'], 0, { 'violence/graphic': 0.45, violence: 0.45 }, [...ABOUT, 'game']),
  rule(['gore', 'body'], 7, { 'violence/graphic': 0.75, violence: 0.75 }, [...ABOUT, 'game']),
];
