import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Event, eventTypes, kinds } from '#rules/event.ts'
import { numberAll } from './numbered.ts'
import { eventsPage, kindPages } from '../../scripts/generate/events.ts'
import { openService } from '../service.ts'
import { callers } from '../surfaces/callers.ts'
import { begin, end } from '../surfaces/hand.ts'
import { newPost } from '../surfaces/kit.ts'

const words = (text: string) =>
  text.replaceAll(/[\s|:-]+/g, ' ').replaceAll(/(?<=\[) | (?=\])/g, '')
const page = readFileSync(join(import.meta.dirname, '../../docs/events.md'), 'utf8')

test('the page names every kind, and is what the code makes', () => {
  for (const type of eventTypes) assert.ok(page.includes(`\`${type}\``), type)
  assert.equal(words(page), words(eventsPage()))
})

test('every kind has a page of its own, with its fields and an example', () => {
  for (const [name, made] of Object.entries(kindPages)) {
    const kept = readFileSync(join(import.meta.dirname, '../..', name), 'utf8')
    assert.equal(words(kept), words(made()), name)
  }
})

test('its example is an event as the service tells it', async () => {
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(page) ?? []
  const shown = Event.parse(JSON.parse(json))
  kinds[shown.type].data.parse(shown.data)

  await using service = await openService({ ROLE: 'api' })
  const { x = 0 } = service.accounts
  const id = await newPost(service, { social_account_ids: [x], when: 'now' })
  await begin(service, id)
  await end(service, id, { [x]: 'failed' })
  await numberAll(service)
  const { body } = await callers(service).rest('list_events', { types: shown.type, post_id: id })
  const [made] = Array.isArray(body['data']) ? body['data'] : []
  const real = Event.parse(made)
  assert.deepEqual(Object.keys(real).toSorted(), Object.keys(shown).toSorted())
  assert.deepEqual(Object.keys(real.data).toSorted(), Object.keys(shown.data).toSorted())
  assert.deepEqual(real.actor, shown.actor)
})
