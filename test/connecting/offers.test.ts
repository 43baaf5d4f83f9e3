/** What a platform offers, and what a person chooses of it; the platform here offers whatever a test wants. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Arrival, type Connecting, type Wish } from '#connecting/connect.ts'
import { settleArrival, showOffer, takeOffer } from '#connecting/offers.ts'
import type { Offered } from '#platforms/platform.ts'
import { openSecret } from '#connecting/secrets.ts'
import { pruneOffers } from '#store/offers.ts'
import { insertMember } from '#store/members.ts'
import { insertPerson } from '#store/persons.ts'
import { openEngine } from '../engine.ts'

const engine = await openEngine()
const { db } = engine
let now = new Date('2026-11-21T08:00:00Z')
const deps: Connecting = { ...engine.deps, now: () => now }
let workspace_id: number
let other: number
let person_id: number

before(async () => {
  workspace_id = await engine.workspace()
  other = await engine.workspace()
  const given = { name: 'Ada', email: 'ada@example.org', password_hash: '', confirmed: true }
  person_id = (await insertPerson(db, given, now))?.id ?? assert.fail('new')
  await insertMember({ db, workspace_id }, { person_id, role: 'editor' }, now)
})
after(() => engine[Symbol.asyncDispose]())

const me = () => ({ workspace_id, person_id })
const wish = (): Wish => ({ ...me(), platform: 'x', sandbox: true })

function page(id: string, token = `token of ${id}`): Offered {
  return {
    platform_account_id: id,
    kind: 'page',
    name: `Page ${id}`,
    username: id,
    avatar_url: null,
    settings: { of: id },
    credentials: { secret: { access_token: token }, expires_at: now, refreshable: true },
  }
}

async function offerOf(arrival: Arrival) {
  const outcome = await settleArrival(deps, arrival)
  return 'offer' in outcome ? outcome.offer : assert.fail('connected without asking')
}

const rows = () =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .orderBy('id')
    .execute()

test('a single account is connected at once', async () => {
  const outcome = await settleArrival(deps, { wish: wish(), offered: [page('only')] })
  assert.ok('connected' in outcome)
  assert.equal(outcome.connected[0]?.username, 'only')
})

test('of several, what the person chose is connected, and nothing else', async () => {
  const token = await offerOf({ wish: wish(), offered: ['a', 'b', 'c'].map((id) => page(id)) })
  const before = (await rows()).length
  const { accounts } = await showOffer(deps, token, me())
  assert.deepEqual(
    accounts.map(({ platform_account_id }) => platform_account_id),
    ['a', 'b', 'c'],
  )
  assert.ok(!JSON.stringify(accounts).includes('token of'), 'no secret leaves with it')
  const connected = await takeOffer(deps, token, ['a', 'c'], me())
  assert.deepEqual(
    connected.map(({ username }) => username),
    ['a', 'c'],
  )
  assert.equal((await rows()).length, before + 2)
  const stored = (await rows()).find(({ username }) => username === 'c')
  assert.ok(stored)
  const secret = openSecret(stored.secret, deps.seal, workspace_id)
  assert.deepEqual(secret, { access_token: 'token of c' })
  await assert.rejects(showOffer(deps, token, me()), { code: 'not_found' })
})

test('an account that is there already keeps its id, and gets the new tokens', async () => {
  const [first] = await takeOffer(
    deps,
    await offerOf({ wish: wish(), offered: [page('same'), page('spare')] }),
    ['same'],
    me(),
  )
  const token = await offerOf({ wish: wish(), offered: [page('same', 'newer'), page('spare')] })
  const { accounts } = await showOffer(deps, token, me())
  assert.deepEqual(
    accounts.map(({ connected }) => connected),
    [true, false],
  )
  const [again] = await takeOffer(deps, token, ['same'], me())
  assert.equal(again?.id, first?.id)
  const stored = (await rows()).find(({ id }) => id === first?.id) ?? assert.fail('there')
  assert.deepEqual(openSecret(stored.secret, deps.seal, workspace_id), { access_token: 'newer' })
})

test('nothing chosen, and something that was not offered, is refused and leaves the choice open', async () => {
  const token = await offerOf({ wish: wish(), offered: [page('d'), page('e')] })
  for (const ids of [[], ['stranger'], ['d', 'stranger']]) {
    await assert.rejects(takeOffer(deps, token, ids, me()), { code: 'invalid' })
  }
  assert.ok(!(await rows()).some(({ username }) => username === 'd'))
  assert.equal((await takeOffer(deps, token, ['d'], me())).length, 1)
})

test('the same choice twice at once connects each account once', async () => {
  const token = await offerOf({ wish: wish(), offered: [page('f'), page('g')] })
  const results = await Promise.allSettled(
    [1, 2, 3].map(() => takeOffer(deps, token, ['f', 'g'], me())),
  )
  assert.ok(results.some(({ status }) => status === 'fulfilled'))
  const names = (await rows()).map(({ username }) => username)
  assert.equal(names.filter((name) => name === 'f').length, 1)
})

test('nobody else sees a choice: another person, another workspace, whoever has the token alone', async () => {
  const token = await offerOf({ wish: wish(), offered: [page('h'), page('i')] })
  for (const stranger of [
    { workspace_id, person_id: person_id + 1 },
    { workspace_id: other, person_id },
    undefined,
  ]) {
    await assert.rejects(showOffer(deps, token, stranger), { code: 'not_found' })
    await assert.rejects(takeOffer(deps, token, ['h'], stranger), { code: 'not_found' })
  }
})

test('a choice that began with a link belongs to whoever has the token', async () => {
  const { person_id: _, ...link } = wish()
  const token = await offerOf({ wish: link, offered: [page('j'), page('k')] })
  await assert.rejects(showOffer(deps, token, me()), { code: 'not_found' })
  assert.equal((await takeOffer(deps, token, ['k'], undefined)).length, 1)
})

test('a choice is over after twenty minutes, and what was offered is forgotten', async () => {
  const token = await offerOf({ wish: wish(), offered: [page('l'), page('m')] })
  now = new Date(now.getTime() + 21 * 60_000)
  await assert.rejects(showOffer(deps, token, me()), { code: 'not_found' })
  await pruneOffers(db, now)
  assert.equal((await db.selectFrom('offers').selectAll().execute()).length, 0)
})
