/**
 * The examples in docs/events are events as the service tells them, with ids and times that do not change from run to run.
 * `EXAMPLES=write node --test test/events/examples.test.ts` writes them anew; `npm run generate` puts them into the pages.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { Event, type EventType, eventTypes, kinds } from '#rules/event.ts'
import { numberAll } from './numbered.ts'
import { trusting } from '../people/browser.ts'
import { openService, type TestService } from '../service.ts'
import { callers } from '../surfaces/callers.ts'
import { playPeople, playPosts } from './every-kind.ts'

const file = join(import.meta.dirname, '../../docs/events/examples.json')
const Page = z.object({ data: z.array(Event), cursor: z.string(), more: z.boolean() })

/** What differs from run to run, by its name. */
const steady: Readonly<Record<string, unknown>> = {
  at: '2026-11-22T17:00:00.123Z',
  post_id: 7,
  delivery_id: 12,
  account_id: 3,
  media_id: 5,
  person_id: 4,
  invitation_id: 6,
  key_id: '9',
  grant_id: '2',
  webhook_id: '8',
  updated_at: '2026-11-22T17:00:00.000Z',
  scheduled_at: '2026-11-23T09:00:00.000Z',
  token_expires_at: '2027-01-21T17:00:00.000Z',
  platform_post_id: '1990000000000000007',
  platform_url: 'https://x.com/ada_types/status/1990000000000000007',
}

function settled(value: unknown, name = ''): unknown {
  if (value === null) return null
  if (Object.hasOwn(steady, name)) return steady[name]
  if (Array.isArray(value)) return value.map((each) => settled(each))
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, settled(each, key)]))
}

function exampleOf(event: Event, place: number) {
  const number = String(place + 1)
  const { actor } = event
  return {
    ...z.record(z.string(), z.unknown()).parse(settled(event)),
    id: `6f1d7c1e-0f0b-4bb5-9d3e-${number.padStart(12, '0')}`,
    cursor: `3f9a1c0d22e7.${1000 + place}`,
    actor: { ...actor, id: actor.id === null ? null : '4' },
  }
}

/** The first of each kind that this play tells. */
async function played(
  environment: Record<string, string>,
  play: (service: TestService) => Promise<void>,
) {
  await using service = await openService({ ...trusting, ...environment })
  await play(service)
  const seen = new Map<EventType, Event>()
  for (let after = ''; ;) {
    await numberAll(service)
    const asked = { limit: 200, ...(after && { after }) }
    const { body } = await callers(service).rest('list_events', asked)
    const { data, cursor, more } = Page.parse(body)
    for (const event of data) if (!seen.has(event.type)) seen.set(event.type, event)
    if (!more) return seen
    after = cursor
  }
}

test('there is an example of every kind, and it is what the service tells', async () => {
  const seen = new Map([
    ...(await played({}, playPeople)),
    ...(await played({ ROLE: 'api' }, playPosts)),
  ])
  const examples: Record<string, unknown> = {}
  for (const [place, type] of eventTypes.entries()) {
    const event = seen.get(type)
    assert.ok(event, `nothing told ${type}`)
    kinds[type].data.parse(event.data)
    examples[type] = exampleOf(event, place)
  }
  if (process.env['EXAMPLES'] === 'write')
    writeFileSync(file, `${JSON.stringify(examples, undefined, 2)}\n`)
  assert.deepEqual(examples, JSON.parse(readFileSync(file, 'utf8')))
})
