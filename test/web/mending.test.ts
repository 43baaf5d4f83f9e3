/** Problems that are mended at once: what is done to a post, and the one press for it; in real Chromium. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { empty } from '../../web/src/writing/composition.ts'
import type { Fix, Problem } from '../../web/src/writing/patch.ts'
import { mendable, patchedAll } from '../../web/src/writing/patch-all.ts'
import { partBack, takenBack } from '../../web/src/writing/taken-back.ts'
import { accountInSandbox } from '../connecting/sandboxed.ts'
import { at, type House, noComplaints, openHouse, signUp, type Visitor } from './house.ts'
import { look } from './look.ts'
import { choose, saved, text } from './writing.ts'

const accounts = [
  { id: 4, platform: 'linkedin' },
  { id: 5, platform: 'instagram' },
  { id: 6, platform: 'instagram' },
]
const file = (id: number) => ({
  key: `file-${id}`,
  id,
  name: `${id}.png`,
  type: 'image/png',
  size: 1,
  alt_text: '',
})
const written = {
  ...empty('uuid', 1),
  account_ids: [4, 5, 6],
  text: 'Far too long for all of them',
  first_comment: 'Too long as well',
  files: [file(1), file(2), file(3)],
  parts: [
    { key: 'a', text: 'The second part' },
    { key: 'b', text: 'The third part' },
  ],
  options: { x: { reply_settings: 'nobody', paid: true }, tiktok: { title: 'One' } },
}
const fix = (action: string, patch: Fix['patch']): Fix => ({ action, patch })
const own = (account_id: number, content: string) => ({ account_id, content })
const all = (...fixes: Fix[]) => patchedAll(written, fixes, accounts)

test('what each of several fixes changes is changed by all of them, and none takes another back', () => {
  const texts = all(
    fix('shorten', { platform_content: [own(4, 'Far too…')] }),
    // The service answers each for the post as it was sent.
    fix('shorten', { platform_content: [own(4, written.text), own(5, 'Far too long…')] }),
    fix('shorten', { first_comment: 'Too long…' }),
    fix('shorten', { first_comment: 'Too…' }),
    fix('shorten', { thread: [{ content: 'The…' }, { content: 'The third part' }] }),
    fix('shorten', { thread: [{ content: 'The second part' }, { content: 'The third…' }] }),
  )
  assert.deepEqual(texts.changes.variants, { 'p:linkedin': 'Far too…', 'a:5': 'Far too long…' })
  assert.equal(texts.changes.first_comment, 'Too…')
  assert.deepEqual(
    texts.changes.parts?.map((part) => part.text),
    ['The…', 'The third…'],
  )
  assert.equal(texts.shown, undefined, 'of two versions neither is the one to look at')

  const rest = all(
    fix('remove_media', { media_ids: [1, 2] }),
    fix('remove_media', { media_ids: [2, 3] }),
    fix('remove_option', { platform_options: { x: { reply_settings: null } } }),
    fix('remove_option', { platform_options: { x: { paid: null } } }),
    fix('remove_option', { platform_options: { tiktok: { title: null } } }),
    fix('join', { thread_as: 'join' }),
  )
  assert.deepEqual(
    rest.changes.files?.map(({ id }) => id),
    [2],
  )
  assert.deepEqual(rest.changes.options, { x: {}, tiktok: {} })
  assert.equal(rest.changes.thread_as, 'join')
  assert.equal(rest.changes.account_ids, undefined)
})

test('of two accounts with threads of their own, both joined and cut, neither keeps its thread', () => {
  const thread = [{ content: 'And more', media_ids: [] }]
  const threads = { ...written, account_threads: { 4: thread, 5: thread } }
  const joined = (account_id: number, content: string, other: number) =>
    fix('shorten', {
      platform_content: [
        { account_id: other, thread },
        { account_id, content, thread: [] },
      ],
    })
  const fixes = [joined(4, 'Far…', 5), joined(5, 'Far too…', 4)]
  const { changes } = patchedAll(threads, fixes, accounts)
  assert.deepEqual(changes.account_threads, { 4: [], 5: [] })
})

test('of two cuts of one text the shorter one fits everywhere', () => {
  const { changes, shown } = all(
    fix('shorten', { platform_content: [own(4, 'Far too long…')] }),
    fix('shorten', { platform_content: [own(4, 'Far…')] }),
  )
  assert.deepEqual(changes.variants, { 'p:linkedin': 'Far…' })
  assert.equal(shown, 'p:linkedin')
})

test('what came since a change stays when that is taken back, and what was on its way is as far as it is now', () => {
  const { id: _, ...onItsWay } = file(4)
  const before = { files: [file(1), file(2), onItsWay] }
  const back = takenBack(before, { files: [file(1), file(4), file(5)] })
  assert.deepEqual(
    back.files?.map(({ id }) => id),
    [1, 2, 4, 5],
  )
  assert.deepEqual(takenBack({ split: 'none' }, written), { split: 'none' })
  const taken = takenBack({ files: [file(1), file(2), file(3)] }, { files: [file(1)] }, [
    file(1),
    file(2),
  ])
  assert.deepEqual(
    taken.files?.map(({ id }) => id),
    [1, 3],
    'what somebody took out since stays out',
  )
})

test('a text that is whole again has its files in the parts in which they stood', () => {
  const cut = { ...written, files: [file(1), { ...file(2), part: 'c' }, { ...file(3), part: 'c' }] }
  const { parts } = written
  const back = takenBack({ parts, files: [file(1), file(2), { ...file(3), part: 'a' }] }, cut)
  assert.deepEqual(
    back.files?.map(({ id, part }) => [id, part]),
    [
      [1, undefined],
      [2, undefined],
      [3, 'a'],
    ],
  )
})

test('a part that comes back stands where it stood, and what was written since stays', () => {
  const before = { parts: written.parts, files: [file(1), { ...file(2), part: 'b' }] }
  const [a, b] = written.parts
  const since = {
    parts: [
      { key: 'a', text: 'Since' },
      { key: 'c', text: 'New' },
    ],
    files: [file(3)],
  }
  assert.ok(a && b)
  const { parts, files } = partBack(before, since, b)
  assert.deepEqual(
    parts.map(({ text: words }) => words),
    ['Since', 'The third part', 'New'],
  )
  assert.deepEqual(
    files.map(({ id }) => id),
    [3, 2],
  )
  assert.equal(partBack(before, { parts: [b], files: [] }, a).parts[0], a)
})

test('who gets a post, and which of two ways it is where one leaves somebody out, is asked and never mended in passing', () => {
  const problem = (...fixes: Fix[]): Problem => ({ field: 'content', text: '', fixes })
  const shorten = fix('shorten', {})
  const split = fix('split', {})
  const leave = fix('remove_account', {})
  const known = (action: string) => action !== 'unheard_of'
  const problems = [
    problem(split, shorten),
    problem(shorten),
    problem(leave),
    problem(fix('remove_media', {}), leave),
    problem(),
    problem(fix('unheard_of', {}), shorten),
  ]
  assert.deepEqual(mendable(problems, known), [split, shorten, shorten])
})

let house: House
let ada: Visitor
before(async () => {
  house = await openHouse()
  ada = await house.visitor({ width: 1440 })
  await signUp(ada)
  for (const platform of ['linkedin', 'instagram'] as const)
    await accountInSandbox(house.service, platform)
})
after(async () => house[Symbol.asyncDispose]())

test('one press mends all that asks nothing, says how many, and one press takes all of it back', async () => {
  const { page } = ada
  await page.goto('/write')
  await at(page, 'Write')
  await choose(page, /X/, /LinkedIn/, /Instagram/)
  const long = Array.from({ length: 120 }, (_, n) => `This is sentence ${n} of many. `).join('')
  await text(page).fill(long)
  await saved(page)
  const problems = page.getByRole('button', { name: /problems$/ })
  await problems.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'What to mend' })
  const press = sheet.getByRole('button', { name: /^Fix \d of \d$/ })
  await press.waitFor()
  assert.deepEqual(await look(page, 'write-fix-all'), [])
  await press.press('Enter')
  const told = page.getByRole('status').filter({ hasText: /^\d problems are fixed/ })
  await told.waitFor()
  // Instagram wants a picture: only a person can say whether it is left out.
  await page.getByRole('button', { name: '1 problem', exact: true }).waitFor()
  await sheet.getByRole('button', { name: 'Leave Instagram out' }).waitFor()
  assert.equal(await sheet.getByRole('button', { name: /^Fix / }).count(), 0)
  const versions = page.getByRole('group', { name: 'Versions of the text' })
  await versions.getByRole('button', { name: 'LinkedIn' }).waitFor()
  await told.getByRole('button', { name: 'Undo' }).press('Enter')
  await versions
    .getByRole('button', { name: 'LinkedIn', exact: true })
    .waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  assert.equal(await text(page).inputValue(), long)
  await problems.waitFor()
  noComplaints(ada)
})
