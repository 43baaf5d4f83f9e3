/** docs/answers.md: what a status means, on which platform; and docs/codes.md: every code. */
import { manifests } from '#platforms/catalog.ts'
import { CHECKS } from '#platforms/kit/checks.ts'
import { CODES, codes } from '#platforms/kit/codes.ts'
import {
  COMMON,
  DIFFERENCES,
  dialects,
  differences,
  PURPOSES,
  STATUSES,
  textOf,
} from './dialects.ts'
import { code, notice, page, table } from './markdown.ts'

const KINDS = [
  ['rejected', 'the post has failed; sending it again changes nothing'],
  ['later', 'certainly without effect; tried again when the platform says, or after a pause'],
  ['expired', 'the access token is renewed once, and the call repeated'],
  ['reconnect', 'a person connects the account again, and the post goes on'],
  ['unknown', 'it may be out: nothing is sent before Crier has looked'],
]

export function answersPage() {
  return page(
    notice,
    '# What an answer means',
    'Every answer of a platform is read once, by one reader (`platforms/kit/answers.ts`), before anything is decided. First: are these the platform’s own words, in its own shape? A gateway or a firewall speaks with the same statuses, and knows nothing of what became of a call. Only what was read is looked up in the platform’s table of refusals; behind it stands the table below, the same for all.',
    table(
      ['Kind', 'What follows'],
      KINDS.map(([kind = '', text = '']) => [code(kind), text]),
    ),
    '## In the platform’s own words',
    'Where its table of refusals says nothing more exact. `publish` is every call that can be seen, comments too.',
    table(
      ['Status', ...PURPOSES],
      STATUSES.map((status) => [
        String(status),
        ...PURPOSES.map((purpose) => code(textOf(COMMON, status, purpose))),
      ]),
    ),
    '## In nobody’s words',
    'A page, an empty body, JSON of another shape, JSON that was cut. `Retry-After` is heeded in both its forms, seconds and a date. Pages leave the platform alone for a while, as silence does, so that a firewall does not put every post in doubt; two calls that met pages, and a complete list without the post, are `refused_by_gateway`.',
    table(
      ['Status', ...PURPOSES],
      STATUSES.map((status) => [
        String(status),
        ...PURPOSES.map((purpose) => code(textOf(COMMON, status, purpose, false))),
      ]),
    ),
    '## Token endpoints',
    'Only a refusal that was read, and that the platform is known to end access by (`invalid_grant`, and the codes and words of its own), disconnects an account. Everything else, at any status, is asked again; the token that is there is used for as long as it works. What can be renewed only while it lives (Facebook, Instagram, Threads) is renewed ten days ahead, and asked for every hour.',
    '## Where a platform differs',
    table(['Platform', 'Status', 'Call', 'Means', 'Why'], differences().map(difference)),
    'Three places speak by their status alone, as their documents say, and are read by it: YouTube’s upload sessions (200, 201, 308, and 404 and 410 for a session that has ended), TikTok’s upload addresses (201, 206, and 403, 404 and 416 for one that has ended; what became of the video is then asked for), and the storage that Pinterest’s videos go to. None of them ends anything: what was sent is looked for first. Documents of identities (`did:plc`, `did:web`) lie on servers of their own, where 404 says that there is none.',
  )
}

function difference(key: string) {
  const why = DIFFERENCES[key]
  if (why === undefined)
    throw new Error(`${key} differs from all others: DIFFERENCES must say why.`)
  const [platform = '', purpose = '', status = ''] = key.split(' ')
  const dialect = dialects[platform]
  const call = PURPOSES.find((one) => one === purpose) ?? 'read'
  const means = dialect ? textOf(dialect, Number(status), call) : ''
  const name = Object.values(manifests).find(({ id }) => id === platform)?.name ?? platform
  return [name, status, purpose, code(means), why]
}

export function codesPage() {
  return page(
    notice,
    '# Error codes',
    'The `error_code` of a delivery, the `code` of an attempt and of what a delivery waits for. One word for one thing, on every platform; a delivery’s `error_message` says what to do, an attempt’s `words` are the platform’s own.',
    table(
      ['Code', 'Meaning'],
      codes.map((name) => [code(name), CODES[name]]),
    ),
    ...sentencesOfChecks(),
  )
}

/** By which the check of a post says what it finds; a section. */
export function sentencesOfChecks(): string[] {
  return [
    '## Sentences of a check',
    'The `check` of a problem or a remark of a post, with the `values` that stand in its sentence.',
    table(
      ['Check', 'Sentence'],
      Object.entries(CHECKS).map(([name, text]) => [code(name), text]),
    ),
  ]
}
