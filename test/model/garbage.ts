/** Inputs that are right in places and wrong in others. */
import fc from 'fast-check'
import type { Body } from '../service.ts'

const cut = fc.constantFrom('\ud83d', '\udc00', 'a\0b', '\0')
const oddNames = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'then',
)
export const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  cut,
  oddNames,
)
const numbers = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308),
)
export const anything = fc.oneof(
  { depthSize: 'small' },
  text,
  numbers,
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(numbers, { maxLength: 60 }),
  fc.dictionary(fc.oneof(text, oddNames), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4 }),
)

interface Known {
  accounts: readonly number[]
  posts: readonly number[]
}

/** Right most of the time, and otherwise nearly so. */
function fieldsOf({ accounts, posts }: Known): Record<string, fc.Arbitrary<unknown>> {
  const account = fc.constantFrom(...accounts)
  const time = fc.constantFrom('2998-01-01T09:00:00Z', '2998-01-01T09:00:00+14:00')
  const oddTime = fc.constantFrom(
    '2998-01-01T09:00:00-23:59',
    '1999-01-01T00:00:00Z',
    '2998-02-30T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '0000-01-01T00:00:00Z',
  )
  const options = fc.constantFrom({}, { reply_settings: 'following' }, { langs: ['en'] }, { x: 1 })
  const mostly = (right: fc.Arbitrary<unknown>, odd: fc.Arbitrary<unknown>) =>
    fc.oneof({ arbitrary: right, weight: 8 }, { arbitrary: odd, weight: 1 })
  return {
    id: mostly(fc.constantFrom(...posts), fc.constantFrom(999_999, '1', 'x')),
    content: mostly(
      fc.string({ minLength: 1, maxLength: 300 }),
      fc.constantFrom('', 'x'.repeat(10_001)),
    ),
    social_account_ids: mostly(
      fc.shuffledSubarray([...accounts], { minLength: 1 }),
      fc.array(fc.nat()),
    ),
    media_ids: mostly(fc.constant([]), fc.array(fc.nat(), { maxLength: 40 })),
    first_comment: fc.oneof(fc.string(), fc.constant(null)),
    platform_content: fc.uniqueArray(
      fc.record(
        { account_id: account, content: fc.string(), options },
        { requiredKeys: ['account_id'] },
      ),
      { selector: ({ account_id }) => account_id, maxLength: 2 },
    ),
    platform_options: fc.dictionary(
      mostly(fc.constantFrom('x', 'bluesky'), oddNames).map(String),
      options,
    ),
    when: mostly(
      fc.oneof(fc.constantFrom('draft', 'now'), time),
      fc.oneof(oddTime, fc.constantFrom('next_slot', '')),
    ),
    scheduled_at: mostly(time, fc.oneof(oddTime, fc.constant(null))),
    publish_now: fc.boolean(),
    dry_run: fc.boolean(),
    status: fc.constantFrom('draft', 'scheduled', 'published', 'failed'),
    from: mostly(time, oddTime),
    to: mostly(fc.constantFrom('2998-01-01', '1999-12-31'), oddTime),
    deleted: fc.constantFrom(true, 'true', false),
    per_page: mostly(fc.constantFrom(1, 200, '50'), fc.constantFrom(201, 0)),
    page: mostly(fc.constantFrom(1, 2, 1_000_000), fc.constant(1_000_001)),
    wait: mostly(fc.constant(0), fc.constantFrom(31, -1)),
    confirm_not_published: mostly(fc.constant([]), fc.array(account)),
    mark_published: mostly(
      fc.constant([]),
      fc.array(fc.record({ account_id: account, url: fc.webUrl() })),
    ),
    name: fc.string(),
    abilities: mostly(fc.constant(['posts:read']), fc.array(fc.constantFrom('*', 'everything'))),
  }
}

/** Inputs with these fields, mostly right; now and then one is garbage, missing, or one that nobody knows. */
export function inputs(known: Known, names: readonly string[], required: readonly string[]) {
  const fields = fieldsOf(known)
  const model = Object.fromEntries(
    names.map((name) => [
      name,
      fc.oneof(
        { arbitrary: fields[name] ?? anything, weight: 12 },
        { arbitrary: anything, weight: 1 },
      ),
    ]),
  )
  const input = fc.record(model, { requiredKeys: required.filter((name) => name in model) })
  const odd = fc.oneof(
    { arbitrary: fc.constant({}), weight: 8 },
    { arbitrary: fc.dictionary(fc.oneof(text, oddNames), anything, { maxKeys: 1 }), weight: 1 },
  )
  return fc.tuple(input, odd).map(([given, more]): Body => ({ ...given, ...more }))
}
