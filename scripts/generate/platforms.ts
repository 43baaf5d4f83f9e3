/** docs/platforms/README.md: what the manifests say, side by side. */
import { manifests } from '#platforms/catalog.ts'
import type { Manifest, MediaRule } from '#platforms/platform.ts'
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
    all.flatMap(section),
  )
}

function row(manifest: Manifest) {
  const { id, name, text_optional, alt_text, limits, look_after } = manifest
  return [
    `[${name}](../../platforms/${id}/README.md)`,
    manifest
      .text()
      .map(({ max, unit }) => `${count(max)} ${unit}`)
      .join(' and '),
    text_optional ? 'yes' : 'no',
    commentOf(manifest),
    alt_text ? `${count(alt_text.max)} characters` : 'no',
    count(limits.concurrent_per_account),
    limits.per_account_per_day === null ? 'no limit' : count(limits.per_account_per_day),
    look_after.length ? look_after.map(seconds).join(', ') : 'none',
  ]
}

function commentOf(manifest: Manifest) {
  const rules = manifest.comment?.().map(({ max, unit }) => `${count(max)} ${unit}`)
  return manifest.first_comment ? (rules?.join(' and ') ?? 'yes') : 'no'
}

function section(manifest: Manifest) {
  const { id, name, media, options, account_kinds, scopes, needs } = manifest
  const { mixed, ...families } = media
  const fields = fieldsOf(options, 'input', new Map())
  return [
    `## ${name}`,
    list([
      `Accounts: ${account_kinds.join(', ')}.`,
      `Asks the person for: ${scopes.map(code).join(', ')}.`,
      `To set it up: ${needs.join('; ')}. [Step by step](${id}.md).`,
      mixed ? 'Kinds of media may be mixed in one post.' : 'One kind of media a post.',
    ]),
    table(
      ['Media', 'Types', 'How many', 'Size', 'Length'],
      Object.entries(families).map(([family, rule]) => mediaRow(family, rule)),
    ),
    fields.length
      ? table(
          ['Option', 'Values', 'Meaning'],
          fields.map(({ name: option, type, text }) => [code(option), type, text]),
        )
      : 'No options.',
  ]
}

function mediaRow(family: string, { types, max, max_bytes, max_duration }: MediaRule) {
  return [
    family,
    types.map(code).join(', '),
    `at most ${max}`,
    `at most ${size(max_bytes)}`,
    max_duration === undefined ? '' : `at most ${count(max_duration)} s`,
  ]
}
