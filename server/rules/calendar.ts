/** What is planned as iCalendar (RFC 5545). Pure. */
import type { DeliveryStatus } from './delivery.ts'

export interface Planned {
  post_id: number
  /** The account, where it goes out at a time of its own; null: all that go out at the post's. */
  account_id: number | null
  at: string
  content: string
  labels: readonly string[]
  created_at: string
  updated_at: string
  accounts: readonly {
    /** As people read it: `X (ada)`. */
    name: string
    status: DeliveryStatus
  }[]
}

export interface Calendar {
  name: string
  /** For numbers that are nobody else's, and stay when its address changes. */
  instance: string
  base_url: string
  with_text: boolean
  events: readonly Planned[]
}

export function icalendar({ events, name, ...about }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Crier//Posts//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    `NAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap((event) => eventLines(event, about)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventLines(
  event: Planned,
  { instance, base_url, with_text }: Pick<Calendar, 'instance' | 'base_url' | 'with_text'>,
) {
  const { post_id, account_id, content, labels } = event
  const signs = new Set(event.accounts.map(signOf))
  const [sign = ''] = signs.size === 1 ? signs : []
  const named = event.accounts.map((each) => (signs.size > 1 ? signOf(each) : '') + each.name)
  const where = named.join(', ')
  const words = content.trim().split('\n', 1)[0] ?? ''
  const title = with_text && words ? `${where}: ${words}` : where
  return [
    'BEGIN:VEVENT',
    `UID:post-${post_id}${account_id === null ? '' : `-${account_id}`}@${instance}`,
    `DTSTAMP:${stamp(event.updated_at)}`,
    `CREATED:${stamp(event.created_at)}`,
    `LAST-MODIFIED:${stamp(event.updated_at)}`,
    `DTSTART:${stamp(event.at)}`,
    'DURATION:PT15M',
    `SUMMARY:${escaped(`${sign}${title}`)}`,
    ...(with_text && content ? [`DESCRIPTION:${escaped(content)}`] : []),
    ...(with_text && labels.length ? [`CATEGORIES:${labels.map(escaped).join(',')}`] : []),
    `URL:${base_url}/posts/${post_id}`,
    'STATUS:CONFIRMED',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

/** In front of all of them, or of each where they came out differently. */
function signOf({ status }: Planned['accounts'][number]) {
  if (status === 'published') return '✓ '
  return status === 'failed' ? '✗ ' : ''
}

/** `20261120T090000Z`: in UTC, so that no zone has to be told. */
function stamp(iso: string) {
  return `${new Date(iso).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** TEXT of section 3.3.11: no control character but the tab stands in it. */
function escaped(text: string) {
  return (
    text
      .replaceAll(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '')
      .replaceAll(/[\\;,]/g, String.raw`\$&`)
      .replaceAll('\n', String.raw`\n`)
  )
}

const LONGEST = 75

/** Section 3.1: no line has more than 75 octets, and no character is cut. */
function folded(line: string) {
  const lines: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const more = Buffer.byteLength(character)
    if (octets + more > LONGEST) {
      lines.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += more
  }
  return [...lines, part].join('\r\n')
}
