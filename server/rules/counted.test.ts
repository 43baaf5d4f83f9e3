import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manifests } from '#platforms/catalog.ts'
import type { AccountFacts } from '#platforms/platform.ts'
import { counting } from './counted.ts'
import { placeThread, type Threaded } from './thread.ts'
import { finish } from './work.ts'

let counted = 0
const measure = (text: string) => {
  counted += text.length
  return text.length
}
/** How many letters were counted by it. */
function lettersOf(work: () => unknown) {
  const before = counted
  work()
  return counted - before
}

const said: Threaded = {
  content: 'Many words, one after the other. '.repeat(300),
  media_ids: [],
  thread: null,
  thread_as: null,
  split: 'numbered',
  platform_content: [],
  platform_options: {},
}
const platform = (max: number) => ({
  id: 'somewhere',
  text: () => [{ max, measure }],
  thread: { as: 'chain' as const },
  first_comment: true,
})

test('a text is counted and cut once for all accounts with the same limits', () => {
  const known = counting()
  const cut = (id: number, max: number) =>
    finish(placeThread(said, { id }, platform(max), known)).parts?.map(({ content }) => content)
  const once = lettersOf(() => cut(1, 280))
  assert.ok(once > said.content.length)
  assert.equal(
    lettersOf(() => assert.deepEqual(cut(2, 280), cut(1, 280))),
    0,
  )
  assert.ok(lettersOf(() => cut(3, 500)) > 0, 'other limits')
  const one = () => known.measure({ measure }, said.content)
  assert.equal(lettersOf(one), said.content.length)
  assert.equal(lettersOf(one), 0)
})

test('a long text is cut in pieces of little work each, and so is a thread of such', () => {
  const rest = Array.from({ length: 5 }, () => ({ content: said.content, media_ids: [] }))
  const work = placeThread({ ...said, thread: rest }, { id: 1 }, platform(280), counting())
  const pieces = [0]
  for (let done: boolean | undefined; !done;) pieces.push(lettersOf(() => ({ done } = work.next())))
  assert.ok(pieces.length > 5 * 30)
  // All of one text at once, that is whether it has to be cut; and what is tried to find where.
  const most = said.content.length + 20 * 500
  assert.ok(Math.max(...pieces) < most, String(Math.max(...pieces)))
})

test('every platform counts by the same functions for each account', () => {
  for (const manifest of Object.values(manifests)) {
    const of = (settings: AccountFacts['settings']) =>
      [
        manifest.text({ settings }),
        manifest.comment?.({ settings }) ?? [],
        ...Object.values(manifest.text_with ?? {}),
      ].flatMap((rules) => rules.map((rule) => rule.measure))
    assert.deepEqual(of({}), of({ subscription_type: 'Premium' }), manifest.id)
  }
})
