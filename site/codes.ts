/** A page for each code that a delivery may end or wait with: what it means, what to do, and whose words it was made of. */
import { manifests } from '#platforms/catalog.ts'
import { CODES, codes } from '#platforms/kit/codes.ts'
import { sentencesOfChecks } from '../scripts/generate/answers.ts'
import { documented } from '../scripts/generate/evidence.ts'
import { code, list, page, table } from '../scripts/generate/markdown.ts'
import { type Mend, mendOf } from '../web/src/words/mends.ts'
import type { Made } from './api.ts'

const todo: Readonly<Record<Mend, string>> = {
  waits: 'Nothing has to be done: Crier goes on by itself.',
  again: 'The same once more may do: `retry_post`, or *Try again* at the post.',
  edit: 'What is posted has to be another thing: change a copy of it (`duplicate_post`), then publish that.',
  reconnect:
    'Connect the account again (`reconnect_account` tells the address). What waits goes on by itself.',
  there: 'Something has to be done on the platform first; then `retry_post`.',
  operator:
    'Whoever runs this Crier has to do something: see the page of the platform under _Connect_.',
  look: 'Somebody looks on the platform whether it is there, and says so at the post: nothing is sent before.',
}

export function codePages(): Made[] {
  return [
    {
      place: 'codes/index',
      title: 'Error codes',
      text: page(
        '# Error codes',
        'The `error_code` of a delivery, the `code` of an attempt and of what a delivery waits for. One word for one thing, on every platform; a delivery’s `error_message` says what to do, an attempt’s `words` are the platform’s own. What the service itself refuses of a call is [another list](/errors/).',
        table(
          ['Code', 'Meaning'],
          codes.map((name) => [`[${code(name)}](/codes/${name})`, CODES[name]]),
        ),
        ...sentencesOfChecks(),
      ),
    },
    ...codes.map((name) => ({ place: `codes/${name}`, title: name, text: codePage(name) })),
  ]
}

function codePage(name: (typeof codes)[number]) {
  const said = Object.values(manifests).flatMap((manifest) => {
    const rows = (documented.get(manifest.id) ?? []).filter((row) => codeOf(row) === name)
    return rows.length ? [{ platform: manifest.name, id: manifest.id, rows }] : []
  })
  return page(
    `# ${name}`,
    CODES[name],
    '## What to do',
    todo[mendOf(name)],
    '## Where it comes from',
    said.length
      ? 'What the platforms document, or were seen to answer, that is told as this; a test walks each.'
      : 'Crier says it itself, or any platform may.',
    ...said.flatMap(({ platform, id, rows }) => [
      `### ${platform}`,
      list(rows.slice(0, SHOWN).map(({ row }) => code(row.replaceAll('`', "'")))),
      rows.length > SHOWN ? `And ${rows.length - SHOWN} more.` : '',
      `[Connecting ${platform}](/platforms/${id})`,
    ]),
  )
}

const SHOWN = 6

/** Where `code` is the platform's own, ours stands in what becomes of it. */
function codeOf({ becomes, code: named }: { becomes?: string | undefined; code?: unknown }) {
  return becomes === undefined ? named : becomes.split(' ')[1]
}
