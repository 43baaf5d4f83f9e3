import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Publication } from '../../platform.ts'
import { file } from '../../kit/test/files.ts'
import { failureOf, NOW, type Reply } from '../../kit/test/stage.ts'
import { picture, placed, publishing } from './testing.ts'

const TEXT = 'Bread from the oven, with seeds'
const SHOWN = { description: TEXT, alt_text: 'A cat' }
const BOARD = '549755885175'

const pin = (id: string, more: object = {}) => ({
  id,
  created_at: '2026-11-20T12:00:01',
  title: null,
  link: null,
  board_id: BOARD,
  ...SHOWN,
  ...more,
})
const page = (items: object[], bookmark: string | null = null): Reply => ({
  json: { items, bookmark },
})
const found = (id: string) => ({
  found: { platform_post_id: id, platform_url: `https://platform.test/web/pin/${id}/` },
})

/** What becomes of a lost call, when Pinterest answers this to the look: the board's pins, all pins, what the board counts. */
async function look(replies: Reply[], content: Partial<Publication> = {}) {
  const { post, asked } = publishing({ text: TEXT, ...content }, ...replies)
  return {
    finding: await post.find({ place: placed(content) }, { started_at: NOW, look: 1 }),
    asked,
  }
}
/** Of a board that shows these. */
const of = async (items: object[], content: Partial<Publication> = {}) =>
  (await look([page(items), page(items)], content)).finding

const OTHERS: [what: string, more: object][] = [
  ['of other words', { description: 'Quite another story, of the sea', alt_text: 'A boat on it' }],
  ['from before', { created_at: '2026-11-20T11:59:29' }],
  ['that was saved from another', { parent_pin_id: '813744226420795000' }],
  ['with a note', { note: 'For the kitchen' }],
  ['of another section', { board_section_id: '88' }],
  ['of another board', { board_id: '549755885176' }],
  ['with a video', { media: { media_type: 'video' } }],
]
for (const [what, more] of OTHERS)
  test(`a pin ${what} is not taken for ours`, async () => {
    assert.equal(await of([pin('1', more)]), 'absent')
    assert.deepEqual(await of([pin('1', more), pin('2')]), found('2'))
  })

test('the board and all pins of the account are read, on all pages', async () => {
  const { finding, asked } = await look([
    page([pin('9', { description: 'Newer and of quite other things' })], 'more'),
    page([pin('8')]),
    page([pin('7', { board_id: '549755885176' })]),
  ])
  assert.deepEqual(finding, found('8'))
  assert.deepEqual(
    asked.map(({ url }) => [url.pathname, url.searchParams.get('bookmark')]),
    [
      [`/api/v5/boards/${BOARD}/pins`, null],
      [`/api/v5/boards/${BOARD}/pins`, 'more'],
      ['/api/v5/pins', null],
    ],
  )
  assert.equal(asked[2]?.url.searchParams.get('include_protected_pins'), 'true')
})

test('a pin that the board does not show and the account does is found', async () => {
  const older = pin('1', { created_at: '2026-11-20T11:00:00' })
  assert.deepEqual((await look([page([older]), page([pin('2'), older])])).finding, found('2'))
})

const SAME: [how: string, content: Partial<Publication>, more: object][] = [
  [
    'with two spaces as one',
    { text: 'Bread  from the\n\n\noven' },
    { description: 'Bread from the oven' },
  ],
  [
    'with entities',
    { text: 'Bread & butter, and more' },
    { description: 'Bread &amp; butter, and more' },
  ],
  [
    'without a zero-width space',
    { text: 'Bread\u200B from the oven' },
    { description: 'Bread from the oven' },
  ],
  ['with a title filled in', {}, { title: 'Seeds' }],
  [
    'with an alternative text filled in',
    { media: [file('image/png')] },
    { alt_text: 'Bread on a table' },
  ],
  [
    'with a fragment of its link cut off',
    { options: { link: 'https://example.com/bread#seeds' } },
    { link: 'https://example.com/bread' },
  ],
]
for (const [how, content, more] of SAME)
  test(`a pin is recognised ${how}`, async () => {
    assert.deepEqual(await of([pin('1', more)], content), found('1'))
  })

test('a clock that is behind by half a minute at most changes nothing', async () => {
  assert.deepEqual(await of([pin('1', { created_at: '2026-11-20T11:59:31' })]), found('1'))
})

test('what is short, cut off, leads elsewhere, or is there twice is a question', async () => {
  const bare = { media: [file('image/png')] }
  assert.equal(
    await of([pin('1', { description: 'Hello' })], { text: 'Hello', ...bare }),
    'unknowable',
  )
  assert.equal(
    await of([pin('1', { description: null, alt_text: null })], { text: '', ...bare }),
    'unknowable',
  )
  assert.equal(await of([pin('1', { description: 'Bread from the…' })]), 'unknowable')
  assert.equal(await of([pin('1', { alt_text: 'A dog' })]), 'unknowable')
  assert.equal(await of([pin('1', { link: 'https://example.com' })]), 'unknowable')
  assert.equal(await of([pin('2', { created_at: 'yesterday' })]), 'unknowable')
  assert.equal(await of([pin('2'), pin('1')]), 'unknowable')
})

test('a video’s pin may be called anything while it is processed', async () => {
  const video = { media: [file('video/mp4'), picture] }
  for (const media_type of ['video', 'image', null])
    assert.deepEqual(await of([pin('1', { media: { media_type } })], video), found('1'))
})

test('a pin in a section is looked for there', async () => {
  const options = { board_section_id: '88' }
  const { finding, asked } = await look([page([pin('1', { board_section_id: '88' })]), page([])], {
    options,
  })
  assert.deepEqual(finding, found('1'))
  assert.equal(asked[0]?.url.pathname, `/api/v5/boards/${BOARD}/sections/88/pins`)
})

test('an empty list is an end only where the board counts none', async () => {
  const counted = (pin_count: unknown): Reply => ({ json: { pin_count } })
  const { finding, asked } = await look([page([]), page([]), counted(0)])
  assert.equal(finding, 'absent')
  assert.equal(asked[2]?.url.pathname, `/api/v5/boards/${BOARD}`)
  for (const pin_count of [1, null, '0'])
    assert.equal((await look([page([]), page([]), counted(pin_count)])).finding, 'unknowable')
  // An empty section counts nothing of its own: that other pins are shown must do.
  const options = { board_section_id: '88' }
  const other = [pin('1', { created_at: '2026-11-20T11:00:00' })]
  assert.equal((await look([page([]), page(other), counted(1)], { options })).finding, 'absent')
  assert.equal((await look([page([]), page([]), counted(1)], { options })).finding, 'unknowable')
})

const many = (from: string) =>
  Array.from({ length: 12 }, (_, index) =>
    pin(`${index + 100}`, {
      description: 'Quite another story, of the sea',
      alt_text: 'A boat on it',
      created_at: `2026-11-20T${from}:${59 - index}`,
    }),
  )

test('pages are read until the window is behind, and a board that goes on tells nothing', async () => {
  const behind = await look([
    page(many('12:30'), 'a'),
    page(many('11:30'), 'b'),
    page(many('11:30'), 'c'),
  ])
  assert.equal(behind.finding, 'absent')
  assert.equal(behind.asked.length, 3)
  const endless = Array.from({ length: 8 }, () => page(many('12:30'), 'more'))
  assert.equal((await look([...endless, page(many('11:30'))])).finding, 'unknowable')
})

test('a look that fails is a failure, never "absent"', async () => {
  const replies: [Reply, string][] = [
    [{ text: '<html></html>' }, 'unreadable_answer'],
    [{ json: { items: [{ id: 'x' }] } }, 'unreadable_answer'],
    [{ status: 503 }, 'server_error'],
  ]
  for (const [reply, code] of replies) {
    assert.equal((await failureOf(look([reply]))).code, code)
    assert.equal((await failureOf(look([page([pin('1')]), reply]))).code, code)
  }
})
