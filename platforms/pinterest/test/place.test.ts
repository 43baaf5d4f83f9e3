/** Boards and sections by their names: found when the pin is made, told apart before. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, publication, runAll, stage } from '../../kit/test/stage.ts'
import { choices } from '../boards.ts'
import { manifest } from '../manifest.ts'
import { publish } from '../publish.ts'
import { account, created, picture, refusing } from './testing.ts'

const boards = (...names: string[]) => ({
  status: 200,
  json: { items: names.map((name, index) => ({ id: `${index + 1}`, name })), bookmark: null },
})

function pinned(options: Record<string, unknown>, ...replies: Parameters<typeof stage>[1][]) {
  const at = stage(manifest, ...replies)
  return { ...at, steps: publish(publication({ media: [picture], options }), account, at.tools) }
}

test('a board and its section are found by their names, in whatever case, and kept', async () => {
  const { steps, asked } = pinned(
    { board: 'garden ', section: 'ROSES' },
    boards('Home', 'Garden'),
    boards('Tulips', 'Roses'),
    created,
  )
  const saved = await runAll(steps)
  assert.deepEqual(saved['place'], { board_id: '2', board_section_id: '2' })
  assert.deepEqual(
    asked.map(({ url }) => url.pathname),
    ['/api/v5/boards', '/api/v5/boards/2/sections', '/api/v5/pins'],
  )
})

test('a section of a board that is named by its number, and a board with its section’s number', async () => {
  const first = pinned({ board_id: '77', section: 'Roses' }, boards('Roses'), created)
  assert.deepEqual((await runAll(first.steps))['place'], { board_id: '77', board_section_id: '1' })
  const other = pinned({ board: 'Home', board_section_id: '9' }, boards('Home'), created)
  assert.deepEqual((await runAll(other.steps))['place'], { board_id: '1', board_section_id: '9' })
})

for (const [what, options, replies, code, says] of [
  ['no board', { board: 'Attic' }, [boards('Home', 'Garden')], 'board_gone', /It has Home, Garden/],
  ['two boards', { board: 'garden' }, [boards('Garden', 'GARDEN')], 'board_gone', /by its number/],
  [
    'no section',
    { board: 'Home', section: 'Roses' },
    [boards('Home'), boards()],
    'section_gone',
    /It has none/,
  ],
] as const)
  test(`${what} of that name refuses the pin before it is made`, async () => {
    const { steps, asked } = pinned(options, ...replies)
    const failure = await failureOf(runAll(steps))
    assert.deepEqual([failure.kind, failure.code], ['rejected', code])
    assert.match(failure.message, says)
    assert.equal(asked.length, replies.length)
  })

test('one that is the same to the letter is meant, among those that differ in case', async () => {
  const { steps } = pinned({ board: 'garden' }, boards('Garden', 'garden'), created)
  assert.deepEqual((await runAll(steps))['place'], { board_id: '2' })
})

test('what is known of the boards is said when the post is written', () => {
  const said = (options: Record<string, unknown>, known: Record<string, string>[] = []) =>
    manifest
      .objects?.(
        { options, text: '', media: [] },
        { settings: known.length ? { boards: known } : account.settings },
      )
      .map((one) => `${'option' in one ? one.option : ''} ${one.said({ who: 'It' }).text}`.trim())
      .join(' ')
  assert.match(
    said({ board: 'Attic' }) ?? '',
    /^board It has no board called Attic; it has Home, Garden/,
  )
  assert.equal(said({ board: 'GARDEN', section: 'x' }), '')
  assert.match(said({ board: 'Home', board_id: '1' }) ?? '', /board twice/)
  assert.match(said({ section: 'Home', board_section_id: '1' }) ?? '', /section twice/)
  const twins = [
    { id: '1', name: 'Garden' },
    { id: '2', name: 'GARDEN' },
  ]
  assert.match(said({ board: 'garden' }, twins) ?? '', /2 boards called garden/)
})

test('the choices are all boards with their sections; those after the sixtieth are not asked for theirs', async () => {
  const many = boards(...Array.from({ length: 61 }, (_, index) => `Shelf ${index}`))
  const sections = Array.from({ length: 60 }, () => boards('Top'))
  const { tools, asked } = stage(manifest, many, ...sections)
  const found = await choices({ account, tools })
  assert.equal(found.options['board_id']?.length, 61)
  assert.equal(found.options['board_section_id']?.length, 60)
  assert.equal(found.options['board_section_id'][59]?.within, '60')
  assert.equal(found.complete, false)
  assert.equal(asked.length, 61)
})

test('a secret board says so; a refusal is one', async () => {
  const reply = { items: [{ id: '1', name: 'Ideas', privacy: 'SECRET' }], bookmark: null }
  const { tools } = stage(manifest, { status: 200, json: reply }, boards())
  assert.deepEqual((await choices({ account, tools })).options['board_id'], [
    { value: '1', name: 'Ideas', note: 'secret' },
  ])
  const ended = stage(manifest, refusing(401, 2, 'Authentication failed.'))
  const failure = await failureOf(choices({ account, tools: ended.tools }))
  assert.equal(failure.kind, 'expired')
})
