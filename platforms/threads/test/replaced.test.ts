/** A container that is of no use any more: the next one is saved before it is published, or a look would ask about the wrong one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file } from '../../kit/test/files.ts'
import {
  failureOf,
  NOW,
  lookingStep,
  publication,
  type Reply,
  stage,
} from '../../kit/test/stage.ts'
import type { Json, Publication } from '../../platform.ts'
import { manifest } from '../manifest.ts'
import { publish } from '../publish.ts'
import { account, FINISHED, graph, TOO_EARLY } from './testing.ts'

const saved = { container: { id: '900', made_at: NOW.toISOString() } }
const old = {
  container: { id: '900', made_at: new Date(NOW.getTime() - 86_400_000).toISOString() },
}
const statusIs = (status: string, id = '900') => ({ json: { id, status } })
const NOTHING = { json: { data: [] } }
const ROUND = [TOO_EARLY, FINISHED]
const TO_THE_END = [...ROUND, ...ROUND, ...ROUND, ...ROUND]

function publishing(content: Publication, ...replies: (Reply | Error)[]) {
  const { tools, asked } = stage(manifest, ...replies)
  const steps = publish(content, account, tools)
  return { steps, post: lookingStep(steps), asked }
}

async function refused(before: Record<string, Json>, ...replies: (Reply | Error)[]) {
  const { post } = publishing(publication(), ...replies)
  const { kind, code, forget } = await failureOf(Promise.resolve(post.run(before)))
  return [kind, code, ...forget].join(' ')
}

test('of a container made anew whose answer was lost, it is the new one that a look asks about', async () => {
  const MADE_ANEW = { json: { id: '901' } }
  const { steps, post, asked } = publishing(
    publication(),
    ...TO_THE_END,
    MADE_ANEW,
    statusIs('FINISHED', '901'),
    new Error('cut'),
    statusIs('PUBLISHED', '901'),
    NOTHING,
  )
  const progress: Record<string, Json> = { ...saved }
  const { forget } = await failureOf(Promise.resolve(post.run(progress)))
  for (const name of forget) delete progress[name]
  for (const step of steps)
    if (step !== post && !(step.name in progress)) progress[step.name] = await step.run(progress)
  assert.equal((await failureOf(Promise.resolve(post.run(progress)))).kind, 'unknown')
  const { known } = await post.look(progress, { from: NOW, look: 1 })
  assert.deepEqual(known, { is: 'landed', ids: [], url: null })
  const paths = asked.map(({ url }) => url.pathname.split('/').at(-1))
  assert.deepEqual(paths.slice(-3), ['threads_publish', '901', 'threads'])
})

test('a container is forgotten only when it surely was not published', async () => {
  const spoilt = 'later not_settled'
  assert.equal(await refused(saved, ...TO_THE_END), `${spoilt} container`)
  assert.equal(await refused(saved, TOO_EARLY, statusIs('ERROR')), `${spoilt} container`)
  assert.equal(await refused(saved, TOO_EARLY, statusIs('EXPIRED')), `${spoilt} container`)
  assert.equal(await refused(saved, TOO_EARLY, statusIs('IN_PROGRESS')), spoilt)
  const untold = graph(100, 33, 'Object does not exist')
  assert.equal(await refused(saved, TOO_EARLY, untold), spoilt, 'an outage reads the same')
  assert.equal(await refused(saved, TOO_EARLY, statusIs('PUBLISHED')), 'unknown not_shown_yet')
})

test('a container of yesterday is not published, but forgotten unless it is out', async () => {
  assert.equal(await refused(old, statusIs('EXPIRED')), 'later container_gone container')
  assert.equal(await refused(old, FINISHED), 'later container_gone container')
  assert.equal(await refused(old, statusIs('PUBLISHED')), 'unknown not_shown_yet')
})

test('with a container go the pictures and videos that it holds', async () => {
  const one = { ...file('image/png'), url: 'https://crier.example/m/1' }
  const { post } = publishing(publication({ media: [one, one] }), statusIs('EXPIRED'))
  const { forget } = await failureOf(Promise.resolve(post.run(old)))
  assert.deepEqual(forget, ['container', 'upload_0', 'upload_1'])
})

test('a look that is refused after “not found” leaves a doubt, whatever the refusal', async () => {
  const ended = graph(190, 463, 'Session has expired')
  const slowly = graph(4, undefined, 'Too many calls')
  assert.equal(await refused(saved, TOO_EARLY, ended), 'unknown token_expired')
  assert.equal(await refused(saved, TOO_EARLY, slowly), 'unknown rate_limited')
})
