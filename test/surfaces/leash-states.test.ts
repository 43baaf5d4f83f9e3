/** Whatever a client on approval does with a post, in whatever state: nothing goes out by it that would not have gone out anyway. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Body, openService } from '../service.ts'
import { surfaces } from './callers.ts'
import { idOf, inAnHour, stored } from './kit.ts'
import { leashed } from './leashed.ts'
import { inputOf, moves, postIn, states } from './states.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const client = await leashed(service, { needs_approval: true })

/** What would be sent, with its text and time. */
async function due(id: number) {
  const { rows } = await service.query(`
    select d.id, d.due_at, p.content, d.wanted_at from deliveries d join posts p on p.id = d.post_id
    where d.post_id = ${id} and d.status = 'pending' and d.due_at is not null order by d.id`)
  return rows.map((row) => JSON.stringify(row))
}

const updates = [{ when: 'now' }, { when: inAnHour() }, { content: 'Swapped' }]

for (const surface of surfaces) {
  for (const move of moves) {
    test(`${move} sends nothing without approval, from any state, over ${surface}`, async () => {
      for (const state of states) {
        for (const more of move === 'update_post' ? updates : [{}]) {
          const id = await postIn(state, service)
          const before = { due: await due(id), all: await stored(service) }
          const args: Body = { ...inputOf(move, id), ...more }
          const { code, body } = await client[surface](move, args)
          const about = `${move} ${JSON.stringify(more)} of ${state}`
          if (code !== undefined) assert.deepEqual(await stored(service), before.all, about)
          for (const each of await due(id)) assert.ok(before.due.includes(each), about)
          if (move === 'duplicate_post') assert.deepEqual(await due(idOf(body)), [], about)
        }
      }
    })
  }
}
