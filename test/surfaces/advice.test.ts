/** What a refused move of a post advises can be done: it is there on that surface, and taken in that state. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { operations } from '#operations/index.ts'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { begin, type Ending, end } from './hand.ts'
import { newPost } from './kit.ts'
import { leashed } from './leashed.ts'
import { inputOf, moves, postIn, states } from './states.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { x = 0, bluesky = 0 } = service.accounts

/** One account waits while the other is there, or failed. */
async function waitingBeside(ending: Ending) {
  const id = await newPost(service, { when: 'now' })
  await begin(service, id)
  await service.query(
    `update deliveries set status = 'pending', lease_until = null, due_at = '2998-01-01' where post_id = ${id} and account_id = ${bluesky}`,
  )
  await end(service, id, { [x]: ending })
  return id
}

async function disconnected() {
  const id = await newPost(service, { when: 'now' })
  await begin(service, id)
  await end(service, id, { [x]: 'disconnected', [bluesky]: 'disconnected' })
  return id
}

async function takenDown() {
  const id = await postIn('published', service)
  await both.rest('unpublish_post', { id })
  await service.query(
    `update removals set state = 'removed', finished_at = now(), due_at = null where post_id = ${id}`,
  )
  return id
}

const places: Record<string, () => Promise<number>> = {
  ...Object.fromEntries(states.map((state) => [state, () => postIn(state, service)])),
  'half out': () => waitingBeside('published'),
  'half failed': () => waitingBeside('failed'),
  disconnected,
  'taken down': takenDown,
}

const calls: [string, (id: number) => Body][] = [
  ...moves.map((move): [string, (id: number) => Body] => [move, (id) => inputOf(move, id)]),
  ['cancel_post', (id) => ({ id, account_ids: [bluesky] })],
  ['unpublish_post', (id) => ({ id })],
  ['unpublish_post', (id) => ({ id, account_ids: [x] })],
  ['edit_published_post', (id) => ({ id, content: 'Better' })],
]

type Way = (id: number) => [string, Body] | undefined
/** What each sentence tells to do; undefined: nothing can be done but to wait, or to leave it. */
const ways: [RegExp, Way][] = [
  [/^Only draft and scheduled posts can be changed/, () => undefined],
  [/^Leave it(?: as it is)?:/, () => undefined],
  [/^Wait until/, (id) => ['get_post', { id }]],
  [/^Reconnect its accounts, or duplicate it/, (id) => ['duplicate_post', { id }]],
  [/or send republish/, (id) => ['publish_now', { id, republish: true }]],
  [/^Duplicate it/, (id) => ['duplicate_post', { id }]],
  [/^Restore it first/, (id) => ['restore_post', { id }]],
  [/^Cancel it instead/, (id) => ['cancel_post', { id }]],
  [/^Leave account_ids out, which cancels/, (id) => ['cancel_post', { id }]],
  [/^Leave it, or delete it/, (id) => ['delete_post', { id }]],
  [/^Use update_post instead/, (id) => ['update_post', { id, content: 'Better' }]],
  [/with account_ids: something/, (id) => ['cancel_post', { id, account_ids: [bluesky] }]],
  [/account_ids of unpublish_post/, (id) => ['unpublish_post', { id, account_ids: [bluesky] }]],
  [/^Name accounts of the post that wait/, (id) => ['cancel_post', { id, account_ids: [bluesky] }]],
  [
    /confirm_not_published|^Say with retry_post/,
    (id) => ['retry_post', { id, confirm_not_published: [x] }],
  ],
  // What each platform lets be changed is tried in test/edits.
  [/lets only a person change a post/, () => undefined],
  [/^Publish it again instead/, (id) => ['get_post', { id }]],
]

const Refused = z.looseObject({ message: z.string() })
const names = new Set(operations.map(({ name }) => name))

for (const surface of surfaces) {
  const call = both[surface]
  for (const [place, make] of Object.entries(places))
    test(`what is advised for a post that is ${place} can be done, over ${surface}`, async () => {
      const offered = operations.filter((each) => !('absent' in each[surface]))
      for (const [name, input] of calls) {
        const id = await make()
        const said = input(id)
        // Over MCP the tool does not take it, and says so.
        if (surface === 'mcp' && name === 'cancel_post' && 'account_ids' in said) continue
        const { code, body, errors } = await call(name, said)
        if (code === undefined) continue
        const message = Object.values(errors).flat()[0] ?? Refused.parse(body).message
        const about = `${name} ${JSON.stringify(said)}: ${message}`
        for (const [word] of message.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g))
          if (names.has(word))
            assert.ok(
              offered.some((each) => each.name === word),
              `${word} is not there: ${about}`,
            )
        const [, way] = ways.find(([sentence]) => sentence.test(message)) ?? []
        assert.ok(way, `nobody tried what is advised: ${about}`)
        const [next, args] = way(id) ?? []
        if (next === undefined || args === undefined) continue
        const done = await call(next, args)
        assert.equal(done.code, undefined, `${about} — ${next}: ${JSON.stringify(done.body)}`)
      }
    })
}

const leashes: Record<string, Parameters<typeof leashed>[1]> = {
  'needs approval': { needs_approval: true },
  'may not publish': { actions: ['read', 'draft', 'schedule', 'delete'] },
}

for (const [kind, leash] of Object.entries(leashes))
  for (const surface of surfaces)
    test(`what is advised to a key that ${kind} is not refused to it, over ${surface}`, async () => {
      const call = (await leashed(service, leash))[surface]
      for (const [place, make] of Object.entries(places))
        for (const [name, input] of calls) {
          const id = await make()
          const said = input(id)
          if (surface === 'mcp' && name === 'cancel_post' && 'account_ids' in said) continue
          const { code, body, errors } = await call(name, said)
          if (code === undefined) continue
          const message = Object.values(errors).flat()[0] ?? Refused.parse(body).message
          const about = `${name}, ${place}: ${message}`
          if (code === 'forbidden') assert.match(message, /^(?:Ask|Use) /, about)
          if (/^(?:Ask|Use a credential) /.test(message)) continue
          const [, way] = ways.find(([sentence]) => sentence.test(message)) ?? []
          assert.ok(way, `nobody tried what is advised: ${about}`)
          const [next, args] = way(id) ?? []
          if (next === undefined || args === undefined) continue
          const done = await call(next, args)
          assert.notEqual(
            done.code,
            'forbidden',
            `${about} — ${next}: ${JSON.stringify(done.body)}`,
          )
        }
    })

test('whoever lets out many at once is sent to the call that takes what was looked at', async () => {
  const asking = await newPost(service)
  await service.query(
    `update posts set approval_asked_by = created_by, approval_asked_at = created_at - interval '1 hour', approval_first_asked_at = created_at - interval '1 hour', scheduled_at = '2998-01-01' where id = ${asking}`,
  )
  const many = await both.rest('update_posts', { ids: [asking], when: 'now' })
  const [row] = z.array(z.looseObject({ message: z.string() })).parse(many.body['results'])
  assert.match(
    String(row?.message),
    /by itself \(update_post or publish_now\), with the updated_at/,
  )
  const { body } = await both.rest('get_post', { id: asking })
  const { updated_at } = body
  const out = await both.rest('update_post', { id: asking, when: 'now', updated_at })
  assert.equal(out.code, undefined)
})
