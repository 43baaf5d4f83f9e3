/** docs/platforms/README.md: what the manifests say, side by side. */
import { manifests } from '#platforms/catalog.ts'
import type { Kind, Manifest, MediaRule, MediaRules, TextRule } from '#platforms/platform.ts'
import { evidenceHead, evidenceOf } from './evidence.ts'
import { code, count, list, notice, page, seconds, size, table } from './markdown.ts'
import { fieldsOf } from './schema.ts'

export function platformsPage() {
  const all = Object.values(manifests)
  return page(
    notice,
    '# Platforms',
    'What each platform takes, read off its manifest. `get_capabilities` (`GET /api/capabilities`) says the same to programs. Posts are checked against these rules when they are scheduled, not when they are due. Where the rules come from, and how sure we are of them, is on each platform’s own page.',
    table(
      [
        'Platform',
        'Text',
        'Media alone',
        'First comment',
        'Alt text',
        'At once',
        'In 24 h',
        'Looks after a lost answer',
      ],
      all.map(row),
    ),
    list([
      'Text: what counts, without what an account may have beyond it.',
      'At once, in 24 h: deliveries of one account under way at the same time, and published within a day. What is over these limits waits.',
      'Looks: how long after a lost answer, or after the look before, Crier looks whether the post is there. What it looks at, and what follows, is on the platform’s page; what no look can decide waits for a person ([publishing](../publishing.md)).',
    ]),
    '## How far each goes',
    'Counted in the code: content and options in the manifests, errors in the rows that the tests of a platform walk, faults in its emulator, numbers in its connector.',
    table(evidenceHead, all.map(evidenceOf)),
    list([
      'Errors: documented refusals of the platform that are mapped to what follows from them, a sentence for people and a time to try again. What is not documented is mapped by its status.',
      'Faults: what goes wrong in the conformance suite, at the call that publishes and at the first call of every step. The suite fails when one of them makes a post twice, or none that is said to be there. `npm run conformance` runs it and counts ([contributing](../../CONTRIBUTING.md#add-a-platform)).',
      'Numbers: what is read of a post afterwards, of all that [analytics](../analytics.md) know.',
    ]),
    all.flatMap(section),
  )
}

function row(manifest: Manifest) {
  const { id, name, text_optional, alt_text, limits, look_after } = manifest
  return [
    `[${name}](../../platforms/${id}/README.md)`,
    textOf(manifest),
    text_optional ? 'yes' : 'no',
    commentOf(manifest),
    alt_text ? `${count(alt_text.max)} characters` : 'no',
    count(limits.concurrent_per_account),
    limits.per_account_per_day === null ? 'no limit' : count(limits.per_account_per_day),
    look_after.length ? look_after.map(seconds).join(', ') : 'none',
  ]
}

function textOf(manifest: Manifest) {
  const others = Object.entries(manifest.text_with ?? {}).map(
    ([family, rules]) => `${inWords(rules)} with ${family}`,
  )
  return [inWords(manifest.text()), ...others].join('; ')
}

function inWords(rules: readonly TextRule[]) {
  return rules.map(({ max, unit }) => `${count(max)} ${unit}`).join(' and ')
}

function commentOf(manifest: Manifest) {
  const rules = manifest.comment?.()
  return manifest.first_comment ? (rules ? inWords(rules) : 'yes') : 'no'
}

function section(manifest: Manifest) {
  const { id, name, media, kinds = {}, options, account_kinds, scopes, needs } = manifest
  const fields = fieldsOf(options, 'input', new Map())
  const without = manifest.options_without_media?.map(code).join(', ')
  return [
    `## ${name}`,
    list([
      `Accounts: ${account_kinds.join(', ')}.`,
      `Asks the person for: ${scopes.map(code).join(', ')}.`,
      `To set it up: ${needs.join('; ')}. [Step by step](${id}.md).`,
      mixedIn(media),
      ...(manifest.media_required ? ['No post goes without media.'] : []),
      ...(without ? [`In posts without media only: ${without}.`] : []),
      ...Object.entries(kinds).map(([kind, changes]) => kindLine(kind, changes)),
    ]),
    table(
      ['Media', 'Types', 'How many', 'Size', 'Length', 'Width to height', 'Pixels'],
      [
        ...mediaRows('', media),
        ...Object.entries(kinds).flatMap(([kind, changes]) => mediaRows(kind, changes.media)),
      ],
    ),
    fields.length
      ? table(
          ['Option', 'Values', 'Meaning'],
          fields.map(({ name: option, type, text }) => [code(option), type, text]),
        )
      : 'No options.',
  ]
}

function mixedIn({ mixed }: MediaRules) {
  if (!mixed) return 'One kind of media a post.'
  return `Kinds of media may be mixed in one post, ${mixed.max} files together.`
}

function kindLine(kind: string, { wordless, first_comment }: Kind) {
  const less = [wordless && 'text', first_comment === false && 'first comment'].filter(Boolean)
  const without = less.length ? `, without ${less.join(' and ')}` : ''
  return `${code(`kind: ${kind}`)} takes other media${without}.`
}

function mediaRows(kind: string, rules: MediaRules) {
  const { mixed: _, ...families } = rules
  return Object.entries(families).map(([family, rule]) => mediaRow(`${family} ${kind}`, rule))
}

function mediaRow(family: string, rule: MediaRule) {
  const { types, max, min_bytes, max_bytes, min_duration, max_duration, ratio, best_ratio } = rule
  const between = ratio && `${ratio.min} to ${ratio.max}`
  return [
    family.trim(),
    types.map(code).join(', '),
    `at most ${max}`,
    `${min_bytes ? `at least ${size(min_bytes)}, ` : ''}at most ${size(max_bytes)}`,
    [min_duration && `${min_duration} s`, max_duration && `${count(max_duration)} s`]
      .map((end, index) => end && `${['at least', 'at most'][index]} ${end}`)
      .filter(Boolean)
      .join(', '),
    [between, best_ratio && `best ${best_ratio}`].filter(Boolean).join(', '),
    pixels(rule),
  ]
}

function pixels(rule: MediaRule) {
  const { min_width, min_height, max_width, max_height, max_pixels, max_short_side } = rule
  const ends = [
    ['at least', min_width, min_height],
    ['at most', max_width, max_height],
  ] as const
  const sides = ends
    .filter(([, width, height]) => width ?? height)
    .map(([end, width, height]) => `${end} ${width ?? 'any'} × ${height ?? 'any'}`)
  return [
    ...sides,
    ...(max_pixels ? [`at most ${count(max_pixels)} in all`] : []),
    ...(max_short_side ? [`made smaller to ${count(max_short_side)} on the shorter side`] : []),
  ].join(', ')
}
