/** What is mutated, and the tests that must notice: the quickest first. */
export interface Target {
  file: string
  /** Run one after the other, each by itself, until one fails. */
  tests: readonly string[]
  /** Of these it is enough that elements of lists cannot be taken out: what the invariants alone must notice. */
  removals?: true
  /** Its tests work on a database. */
  database?: true
}

const judging = [
  'judge',
  'judge-proof',
  'judge-absence',
  'explanations',
  'entries',
  'claims-of-rivals',
  'histories',
].map((name) => `test/publishing/${name}.test.ts`)
const invariants = ['judge-invariants', 'judge-monotone'].map(
  (name) => `test/publishing/${name}.test.ts`,
)
const words = ['words', 'words-renamed', 'words-of-any-text', 'addresses'].map(
  (name) => `test/publishing/${name}.test.ts`,
)

const engine = (...names: string[]) => names.map((name) => `test/publishing/${name}.test.ts`)

const kit = (...names: string[]) => names.map((name) => `platforms/kit/test/${name}.test.ts`)

export const TARGETS: Readonly<Record<string, Target>> = {
  judge: { file: 'server/publishing/judge.ts', tests: [...judging, ...invariants] },
  facts: { file: 'server/publishing/facts.ts', tests: [...judging, ...invariants] },
  entries: { file: 'server/publishing/entries.ts', tests: [...judging, ...invariants] },
  words: { file: 'server/publishing/words.ts', tests: words },
  decide: {
    file: 'server/publishing/decide.ts',
    database: true,
    tests: engine(
      'decide',
      'decide-asked',
      'in-doubt',
      'lost-answers',
      'twins',
      'looking',
      'doubt',
      'pages',
      'fetched',
    ),
  },
  decision: {
    file: 'server/publishing/decision.ts',
    database: true,
    tests: engine('decisions', 'refusals', 'lost-answers', 'doubt'),
  },
  recover: {
    file: 'server/publishing/recover.ts',
    database: true,
    tests: engine('recover'),
  },
  answers: { file: 'platforms/kit/answers.ts', tests: kit('answers', 'token-endpoint') },
  refusals: { file: 'platforms/kit/refusals.ts', tests: kit('answers') },
  token_endpoint: { file: 'platforms/kit/token-endpoint.ts', tests: kit('token-endpoint') },
  rows: { file: 'server/publishing/judge.ts', tests: invariants, removals: true },
  explanations: { file: 'server/publishing/entries.ts', tests: invariants, removals: true },
}
