import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { idOf } from './kit.ts'
import { expected, inputOf, lookAt, moves, postIn, states } from './states.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const look = (id: number) => lookAt(service, id)

for (const surface of surfaces) {
  const call = callers(service)[surface]
  for (const move of moves) {
    test(`${move} does in every state what the table says, over ${surface}`, async () => {
      for (const state of states) {
        const id = await postIn(state, service)
        const before = await look(id)
        const want = expected(state, move)
        const { code, body } = await call(move, inputOf(move, id))
        const after = await look(id)
        if (code !== undefined) {
          assert.equal(code, want, state)
          assert.deepEqual(after, before, `${state} is unchanged`)
        } else if (move === 'duplicate_post') {
          assert.deepEqual(after, before, 'the original is unchanged')
          assert.equal((await look(idOf(body))).outcome, want)
        } else assert.equal(after.outcome, want, state)
      }
    })
  }
}
