/** Tables as spreadsheets write them, as far as naming their columns takes: the service reads what is in them. Pure. */

export interface Table {
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

const separators = [',', ';', '\t'] as const

/** By RFC 4180, with what the first row has between its cells. Lines without anything in them are kept: rows are counted. */
export function readTable(text: string): Table {
  const read = text.startsWith('\uFEFF') ? text.slice(1) : text
  // Programs for tables show no row of such a line.
  const [line = '', , said] = /^("?)sep=([,;\t|])\1(?:\r\n|[\r\n]|$)/i.exec(read) ?? []
  const whole = read.slice(line.length)
  const between = said ?? separatorOf(whole)
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < whole.length) {
    const [inside, behind] = whole[at] === '"' ? quoted(whole, at) : ['', at]
    // What stands behind the quote belongs to the cell: whoever reads it says what is wrong with that.
    const [rest, end] = plain(whole, behind, between)
    row.push(inside + rest)
    at = end
    if (whole[at] === between) {
      at++
      // Behind the last separator stands one more cell.
      if (at < whole.length) continue
      row.push('')
    }
    rows.push(row)
    row = []
    at += whole.startsWith('\r\n', at) ? 2 : 1
  }
  const [head = [], ...rest] = rows
  return { head: head.map((cell) => cell.trim()), rows: rest }
}

function separatorOf(text: string) {
  const counts = new Map(separators.map((each) => [each as string, 0]))
  let inside = false
  for (const letter of text) {
    if (letter === '"') inside = !inside
    if (!inside && /[\r\n]/.test(letter)) break
    if (!inside && counts.has(letter)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a)
  return first?.[0] ?? ','
}

function plain(text: string, start: number, between: string): [cell: string, end: number] {
  let end = start
  while (end < text.length && text[end] !== between && !/[\r\n]/.test(text[end] ?? '')) end++
  return [text.slice(start, end), end]
}

function quoted(text: string, start: number): [cell: string, end: number] {
  let cell = ''
  let at = start + 1
  while (at < text.length) {
    if (text[at] !== '"') cell += text[at++]
    else if (text[at + 1] === '"') {
      cell += '"'
      at += 2
    } else return [cell, at + 1]
  }
  return [cell, at]
}

/** What a column is; '': it is left out. */
export type Mapping = readonly string[]

/** The same rows under the names of the service, in the same places. */
export function writeTable({ rows }: Table, mapping: Mapping): string {
  const kept = mapping.flatMap((field, index) => (field ? [{ field, index }] : []))
  const lines = [
    kept.map(({ field }) => field),
    ...rows.map((row) => kept.map(({ index }) => row[index] ?? '')),
  ]
  return lines.map((line) => line.map(cellOf).join(',')).join('\r\n') + '\r\n'
}

function cellOf(text: string) {
  return /[",\r\n]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text
}

export const columns = [
  'content',
  'social_account_ids',
  'account_set_ids',
  'when',
  'scheduled_at',
  'timezone',
  'queue',
  'media_ids',
  'first_comment',
  'labels',
  'external_id',
  'note',
  'thread_as',
  'split',
  'in_doubt',
  'allow_duplicate',
  'metadata',
  'platform_content',
  'platform_options',
  'thread',
] as const

/** What tables of other programs have, and what the service takes in another form: see prepare.ts. */
export const others = ['clock', 'media_urls', 'link'] as const
export const choices = [...columns, ...others] as const
export type Column = (typeof choices)[number]

/** Other names under which spreadsheets have them. */
const known: ReadonlyMap<string, Column> = new Map<string, Column>([
  ['text', 'content'],
  ['post', 'content'],
  ['message', 'content'],
  ['caption', 'content'],
  ['beitrag', 'content'],
  ['inhalt', 'content'],
  ['accounts', 'social_account_ids'],
  ['account', 'social_account_ids'],
  ['channels', 'social_account_ids'],
  ['profiles', 'social_account_ids'],
  ['konten', 'social_account_ids'],
  ['konto', 'social_account_ids'],
  ['sets', 'account_set_ids'],
  ['gruppen', 'account_set_ids'],
  ['channel', 'social_account_ids'],
  ['date', 'scheduled_at'],
  ['time', 'scheduled_at'],
  ['date & time', 'scheduled_at'],
  ['scheduled at', 'scheduled_at'],
  ['scheduled time', 'scheduled_at'],
  ['schedule date', 'scheduled_at'],
  ['scheduledate', 'scheduled_at'],
  ['time of day', 'clock'],
  ['posting time', 'scheduled_at'],
  ['postatspecifictime', 'scheduled_at'],
  ['date and time', 'scheduled_at'],
  ['datum', 'scheduled_at'],
  ['zeit', 'scheduled_at'],
  ['uhrzeit', 'scheduled_at'],
  ['termin', 'scheduled_at'],
  ['comment', 'first_comment'],
  ['comments', 'first_comment'],
  ['first comment', 'first_comment'],
  ['followupcomment', 'first_comment'],
  ['image url', 'media_urls'],
  ['image urls', 'media_urls'],
  ['imageurls', 'media_urls'],
  ['image', 'media_urls'],
  ['images', 'media_urls'],
  ['picture', 'media_urls'],
  ['pictures', 'media_urls'],
  ['video url', 'media_urls'],
  ['video urls', 'media_urls'],
  ['videourl', 'media_urls'],
  ['videourls', 'media_urls'],
  ['media', 'media_urls'],
  ['media url', 'media_urls'],
  ['media urls', 'media_urls'],
  ['mediaurls', 'media_urls'],
  ['bild', 'media_urls'],
  ['bilder', 'media_urls'],
  ['url', 'link'],
  ['links', 'link'],
  ['kommentar', 'first_comment'],
  ['tags', 'labels'],
  ['label', 'labels'],
  ['etiketten', 'labels'],
  ['notes', 'note'],
  ['notiz', 'note'],
  ['zone', 'timezone'],
  ['warteschlange', 'queue'],
])

/** Beside a column of dates these are the time of day. */
const clocks = ['time', 'zeit', 'uhrzeit']
const dates = ['date', 'datum']

/** What each column seems to be; each field once, by the first that is called so. */
export function guess(head: readonly string[]): Mapping {
  const taken = new Set<string>()
  // A name of the service's own comes before one that only means the same.
  const own = head.map((name) => choices.find((each) => each === name.toLowerCase()))
  for (const each of own) if (each) taken.add(each)
  const hasDates =
    !taken.has('scheduled_at') && head.some((name) => dates.includes(name.toLowerCase()))
  return head.map((name, index) => {
    const same = own[index]
    if (same) return own.indexOf(same) === index ? same : ''
    const called = name.toLowerCase().replaceAll('_', ' ')
    const means = hasDates && clocks.includes(called) ? 'clock' : known.get(called)
    if (!means || taken.has(means)) return ''
    taken.add(means)
    return means
  })
}
