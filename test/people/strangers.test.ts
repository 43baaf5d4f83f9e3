import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personOf, signIn } from '#access/sessions.ts'
import { openService, type TestService } from '../service.ts'
import { ada, browser, trusting } from './browser.ts'
import { owner } from './cast.ts'
import { allSent, mailsIn, mailTo, tokenIn } from './post.ts'

const password = 'a password like any'

/** All of the answer but what is different every time. */
async function answerTo(service: TestService, path: string, body: object) {
  const { status, headers, body: said } = await browser(service).ask('POST', path, body)
  const names = [...headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name))
  return { status, said, names }
}

test('nobody learns from an answer whether an address has an account', async () => {
  await using service = await openService({ ...trusting, SIGN_UP: 'open' })
  await owner(service)
  const unknown = 'nobody@example.org'
  for (const [path, body] of [
    ['/console/sign-in', { password }],
    ['/console/password/forgot', {}],
    ['/console/sign-up', { name: 'Eve', password }],
  ] as const) {
    const known = await answerTo(service, path, { ...body, email: ada.email })
    assert.deepEqual(await answerTo(service, path, { ...body, email: unknown }), known, path)
  }
  await allSent(service)
  const subjects = (await mailsIn(service)).map(({ to, subject }) => `${to}: ${subject}`)
  assert.deepEqual(subjects.toSorted(), [
    `${ada.email}: Choose a new password`,
    `${ada.email}: Confirm your address`,
    `${ada.email}: You have an account already`,
    `${unknown}: Finish signing up`,
  ])
})

test('nor from how long it takes: an unknown address costs a whole password check too', async () => {
  await using service = await openService(trusting)
  await owner(service)
  const median = async (email: (n: number) => string) => {
    const all = []
    for (let n = 0; n < 9; n++) {
      await service.query('delete from attempts_at_secrets')
      const page = browser(service)
      const began = performance.now()
      await page.ask('POST', '/console/sign-in', { email: email(n), password })
      all.push(performance.now() - began)
    }
    return all.toSorted((a, b) => a - b)[4] ?? 0
  }
  const known = await median(() => ada.email)
  const unknown = await median((n) => `nobody${n}@example.org`)
  // Without the check it would be a tenth.
  assert.ok(unknown > known / 3 && known > unknown / 3, `${known} and ${unknown} ms`)
})

test('where everybody may sign up, an account begins with the link in the mail, and a workspace of its own', async () => {
  await using service = await openService({ ...trusting, SIGN_UP: 'open' })
  await owner(service)
  const given = { name: 'Grace', email: 'grace@example.org', password, workspace: 'Compilers' }
  const page = browser(service)
  const answer = await page.ask('POST', '/console/sign-up', given)
  assert.deepEqual([answer.status, answer.body], [202, { confirm: true }])
  assert.equal(page.cookies.size, 0)
  assert.equal(
    (await page.ask('POST', '/console/sign-in', { email: given.email, password })).status,
    401,
  )

  await browser(service).ask('POST', '/console/sign-up', { ...given, password: 'of somebody else' })
  await allSent(service)
  const token = tokenIn(await mailTo(service, given.email, /^Finish/))
  const confirm = () => browser(service).ask('POST', '/console/email/confirm', { token })
  const answers = await Promise.all([confirm(), confirm()])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [204, 404],
  )
  const { rows } = await service.query(
    'select w.name, m.role from members m join workspaces w on w.id = m.workspace_id where m.person_id > 1',
  )
  assert.deepEqual(rows, [{ name: 'Compilers', role: 'owner' }])
})

test('where nobody may sign up, or only those who are invited, a stranger is told so', async () => {
  for (const SIGN_UP of ['closed', 'invitation']) {
    await using service = await openService({ ...trusting, SIGN_UP })
    const answer = await browser(service).ask('POST', '/console/sign-up', ada)
    assert.equal(answer.status, 403, SIGN_UP)
    assert.equal((await browser(service).ask('GET', '/console/state')).body['sign_up'], SIGN_UP)
  }
})

test('behind https the cookie is for this host only, and the one for http signs nobody in', async () => {
  await using service = await openService(trusting)
  const { id: person_id } = await owner(service)
  const at = { base_url: 'https://crier.example.org', now: new Date() }
  const request = { headers: {}, ip: '192.0.2.1' }
  const set = await signIn(service.db, request, { person_id, ...at })
  assert.match(
    set,
    /^__Host-crier_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/,
  )
  const [cookie = ''] = set.split(';')
  const found = await personOf(service.db, { ...request, headers: { cookie } }, at)
  assert.equal(found?.person.id, person_id)
  const plain = { ...request, headers: { cookie: cookie.replace('__Host-', '') } }
  assert.equal(await personOf(service.db, plain, at), undefined)
})
