/** A text that is shown with names, or with gaps, where it has handles. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRenamed } from '../../server/publishing/words.ts'

test('a text with names in the place of its handles, which nothing tells, is known by all the rest', () => {
  const text = 'With @ben.sandbox.test and #bread in it today'
  for (const name of ['Ada’s Letterpress', 'Ben', 'The Corner Bakery & Sons', ''])
    assert.ok(isRenamed(text, `With ${name} and #bread in it today`), name)
  assert.ok(isRenamed(text, 'With  Ada Byron  and #bread in it today'), 'white space')
  assert.ok(isRenamed('@[178] bakes bread today', 'The Corner Bakery bakes bread today'))
  assert.ok(isRenamed('@ada and @ben bake bread today', 'Ada B. and Ben C. bake bread today'))
  assert.ok(isRenamed('All our bread is by @ada', 'All our bread is by Ada Byron'), 'at the end')
  const linked = (name: string) => `https://a.example/b is by ${name}, and so is all our bread`
  assert.ok(isRenamed(linked('@ada'), linked('Ada Byron')))
  assert.ok(isRenamed('abcdef @x ghijkl', 'abcdef X ghijkl'), 'twelve letters')
  for (const other of [
    text,
    `x${text.replace('@ben.sandbox.test', 'Ben')}`,
    'With @bens and #bread in it today',
    'With Ada and #bread in it tomorrow',
    'With @ada.sandbox.test and #bread in it today',
    'With https://example.com and #bread in it today',
    'With one of all those who have ever come and #bread in it today',
    '',
  ])
    assert.equal(isRenamed(text, other), false, other)
  for (const shown of ['We bake bread today', 'We bake bread today, Ada'])
    assert.equal(isRenamed('We bake bread today', shown), false, 'nobody is named in ours')
  assert.equal(isRenamed('Hi @ben, thanks', 'Hi Ada, thanks'), false, 'said by chance')
  assert.ok(!isRenamed('All our bread is by @ada', 'All our bread is by Ada Byron/'))
  const byLetters = (count: number) => `All our bread is by ${'a'.repeat(count)}`
  assert.ok(isRenamed('All our bread is by @ada', byLetters(80)), 'the longest name')
  assert.ok(!isRenamed('All our bread is by @ada', byLetters(81)), 'no name')
})

test('…of twenty handles at most, and in no time however long it is', () => {
  const of = (count: number) => ['We thank', ...Array.from({ length: count }, () => '@ada')]
  const shown = ['We thank', ...Array.from({ length: 20 }, () => 'Ada Byron')].join(' ')
  assert.ok(isRenamed([...of(20), 'for it all'].join(' '), `${shown} for it all`))
  assert.ok(!isRenamed([...of(21), 'for it all'].join(' '), `${shown} for it all`))
  const began = process.cpuUsage()
  for (const count of [20, 15_000])
    assert.ok(!isRenamed([...of(count), 'for all'].join(' '), `We thank ${'x '.repeat(30_000)}`))
  const { user } = process.cpuUsage(began)
  assert.ok(user < 1_000_000, `${user} µs of work`)
})
