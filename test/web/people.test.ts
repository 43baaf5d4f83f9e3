/** Several people: invitations, roles, sessions that end, addresses that change. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TOTP } from 'totp-generator'
import { mailTo } from '../people/post.ts'
import { at, type House, noComplaints, openHouse, signIn, signUp, type Visitor } from './house.ts'
import { axeOf } from './look.ts'

let house: House
let ada: Visitor

before(async () => {
  // Nobody answers there: what the page makes of that is a part of it.
  house = await openHouse({
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'crier',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_NAME: 'Example ID',
  })
  ada = await house.visitor()
  await signUp(ada)
})
after(async () => house[Symbol.asyncDispose]())

test('a second factor is set up by a picture or by typing, asked for when signing in, and taken away', async () => {
  const visitor = await house.visitor({ as: ada })
  const { page } = visitor
  const password = 'analytical engine'
  await page.goto('/settings/security')
  const card = page.getByRole('form', { name: 'Set up a second factor' })
  await card.getByLabel('Your password').fill('not mine at all')
  await card.getByRole('button', { name: 'Set up a second factor' }).click()
  await card.getByText('This is not your password.').waitFor()
  await card.getByLabel('Your password').fill(password)
  await card.getByRole('button', { name: 'Set up a second factor' }).click()
  await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
  const secret = await page.getByLabel('Secret for the app').inputValue()
  const code = async (ahead: number) =>
    (await TOTP.generate(secret, { timestamp: Date.now() + ahead * 30_000 })).otp
  await page.getByLabel('The code that the app shows').fill(await code(0))
  const { violations } = await axeOf(page).analyze()
  assert.deepEqual(violations, [])
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  const [first, second] = await codes.allInnerTexts()
  assert.equal(await codes.count(), 10)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('10 recovery codes are left.').waitFor()

  const other = await house.visitor()
  await other.page.goto('/sign-in')
  await other.page.getByLabel('E-mail').fill('ada@example.org')
  await other.page.getByLabel('Password').fill(password)
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.page.getByLabel('Code', { exact: true }).fill('nothing')
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.page.locator('input[name=code][aria-invalid=true]').waitFor()
  await other.page.getByLabel('Code', { exact: true }).fill(first ?? '')
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await at(other.page, 'Overview')
  await other.context.close()

  await page.getByRole('button', { name: 'Take it away' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByLabel('Code of the app').fill(second ?? '')
  await dialog.getByRole('button', { name: 'Take it away' }).click()
  await page.getByRole('form', { name: 'Set up a second factor' }).waitFor()
  noComplaints(visitor)
  await visitor.context.close()
})

/** Somebody who came by an invitation, in the overview. */
async function joined(name: string, email: string, role: string) {
  const { workspaces } = await (await ada.page.request.get('/console/me')).json()
  await ada.page.request.post(`/console/workspaces/${workspaces[0].id}/invitations`, {
    headers: { origin: house.service.base_url },
    data: { email, role },
  })
  const visitor = await house.visitor()
  await visitor.page.goto((await mailTo(house.service, email, /^Join /)).link ?? '')
  await visitor.page.getByRole('link', { name: `Make an account as ${email}` }).click()
  await visitor.page.getByLabel('Your name').fill(name)
  await visitor.page.getByLabel('Password').fill('counted by hand first')
  await visitor.page.getByRole('button', { name: 'Make my account' }).click()
  await at(visitor.page, 'Overview')
  return visitor
}

test('somebody is invited, joins by the mail, sees what the role allows, and is made more', async () => {
  const { page } = ada
  await page.goto('/members')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByLabel('E-mail').fill('no address')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.locator('input:focus[name=email][aria-invalid=true]').waitFor()
  await page.getByLabel('E-mail').fill('grace@example.org')
  await page.getByLabel('Role', { exact: true }).selectOption('viewer')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByRole('list', { name: 'Invitations' }).getByText('grace@example.org').waitFor()

  const grace = await house.visitor()
  const mail = await mailTo(house.service, 'grace@example.org', /^Join /)
  await grace.page.goto(mail.link ?? '')
  await grace.page.getByRole('link', { name: 'Make an account as grace@example.org' }).click()
  await at(grace.page, 'Make your account')
  await grace.page.getByLabel('Your name').fill('Grace Hopper')
  await grace.page.getByLabel('Password').fill('a compiler of my own')
  await grace.page.getByRole('button', { name: 'Make my account' }).click()
  await at(grace.page, 'Overview')
  for (const room of [
    '/accounts',
    '/accounts/connect',
    '/keys',
    '/members',
    '/settings/workspace',
  ]) {
    await grace.page.goto(room)
    await at(grace.page, /./)
    for (const name of ['New key', 'Invite somebody', 'Disconnect', 'Connect', 'Save']) {
      const buttons = grace.page.getByRole('button', { name, exact: true })
      assert.equal(await buttons.count(), 0, `${name} at ${room}`)
    }
  }

  await page.goto('/members')
  await page.getByLabel('Role of Grace Hopper').selectOption('editor')
  await page.getByText('Grace Hopper is editor now').waitFor()
  await page.getByLabel('Role of Grace Hopper').selectOption('author')
  await page.getByText('Grace Hopper is author now').waitFor()
  // Written as anybody writes: no button promises what authors may not do.
  await grace.page.goto('/write')
  await at(grace.page, 'Write')
  await grace.page.locator('[data-place=accounts]').click()
  await grace.page.getByRole('checkbox', { name: /X/ }).check()
  await grace.page.keyboard.press('Escape')
  await grace.page.getByRole('textbox', { name: 'Text', exact: true }).fill('Grace wants this out')
  await grace.page.getByRole('button', { name: /^When/ }).click()
  await grace.page.getByRole('radio', { name: 'Now' }).check()
  await grace.page.getByText('as soon as an owner or an editor approves it').waitFor()
  await grace.page.keyboard.press('Escape')
  assert.equal(await grace.page.getByRole('button', { name: /^(Publish|Schedule)/ }).count(), 0)
  await grace.page
    .getByRole('button', { name: 'Ask for approval for 1 account' })
    .and(grace.page.locator(':not([aria-disabled=true])'))
    .click()
  await at(grace.page, 'It waits for approval')
  const grown = await house.service.received('x')
  assert.ok(!JSON.stringify(grown).includes('Grace wants this out'), 'nothing is out yet')
  await grace.page.getByRole('link', { name: 'Look at the post' }).click()
  await grace.page.waitForURL(/\/posts\/\d+/)
  const id = /\d+$/.exec(new URL(grace.page.url()).pathname)?.[0]
  // Nor does it lie with them to approve it, or to connect an account again.
  await at(grace.page, 'Waits for somebody to approve it')
  const review = grace.page.getByRole('link', { name: 'Review', exact: true })
  assert.doesNotMatch((await review.getAttribute('class')) ?? '', /bg-accent/)
  assert.equal(await grace.page.getByText('Somebody', { exact: true }).count(), 0)
  await grace.page.goto('/')
  await grace.page.getByRole('heading', { name: /^Waiting for approval \(\d+\)$/ }).waitFor()
  assert.equal(await grace.page.getByText('to approve', { exact: true }).count(), 0)
  await house.service.query(
    "update accounts set health = 'needs_reconnect' where platform = 'bluesky'",
  )
  await grace.page.goto('/posts?tab=needs')
  await grace.page.getByText('1 account has to be connected again').waitFor()
  assert.equal(await grace.page.getByRole('link', { name: /^Reconnect/ }).count(), 0)
  await house.service.query("update accounts set health = 'healthy' where platform = 'bluesky'")
  await grace.page.goto(`/review/${id}`)
  await at(grace.page, 'Review')
  await grace.page.getByText('Owners and editors say yes or no.').waitFor()
  assert.equal(await grace.page.getByRole('button', { name: 'Approve' }).count(), 0)
  await grace.page.goto('/accounts')
  await at(grace.page, 'Accounts')
  for (const name of [/^Pause/, /^Disconnect/, 'New set'])
    assert.equal(await grace.page.getByRole('button', { name }).count(), 0)
  const mary = await joined('Mary Jackson', 'mary@example.org', 'editor')
  await mary.page.getByRole('link', { name: /^Review: Grace wants this out/ }).click()
  await at(mary.page, 'Review')
  await mary.page.getByText(/^Grace Hopper wants this out/).waitFor()
  await mary.page
    .getByRole('button', { name: 'Approve', exact: true })
    .and(mary.page.locator(':enabled'))
    .click()
  await mary.page.getByRole('status').getByText('Approved').waitFor()
  await grace.page.goto(`/posts/${id}`)
  await at(grace.page, 'Published on X')
  assert.ok(JSON.stringify(await house.service.received('x')).includes('Grace wants this out'))
  noComplaints(mary)
  await mary.context.close()
  await page.goto('/members')
  await page.getByLabel('Role of Ada Lovelace').selectOption('viewer')
  await page.getByText(/Make somebody else an owner first/).waitFor()
  await page.getByRole('button', { name: 'Remove Grace Hopper' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Grace Hopper is removed').waitFor()
  await grace.page.goto('/')
  await at(grace.page, 'Make a workspace')
  await grace.page.getByLabel('Name').fill('Compilers')
  await grace.page.getByRole('button', { name: 'Make it' }).click()
  await at(grace.page, 'Overview')
  await grace.page.getByText('Connect your first account').waitFor()
  noComplaints(ada, grace)
})

test('the link to a new address is had once more where the notice is, and the notice ends with it', async () => {
  const { page } = ada
  await page.goto('/')
  await page.getByText('Confirm your address: a link is on its way').waitFor()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await page
    .getByRole('status')
    .getByText('Another link is on its way to ada@example.org')
    .waitFor()
  const { link } = await mailTo(house.service, 'ada@example.org', /^Confirm/)
  const phone = await house.visitor()
  await phone.page.goto(link ?? '')
  await phone.page.getByRole('button', { name: 'Confirm my address' }).click()
  await at(phone.page, /^Sign in/)
  await page.getByRole('button', { name: 'Send it again' }).click()
  await page.getByRole('status').getByText('Your address is confirmed').waitFor()
  await page.getByText('Confirm your address').waitFor({ state: 'detached' })
  noComplaints(ada, phone)
})

test('an address changes when the link in the mail is opened', async () => {
  const { page } = ada
  await page.goto('/settings')
  await page.getByLabel('New address').fill('countess@example.org')
  await page.getByLabel('Your password').fill('analytical engine')
  await page.getByRole('button', { name: 'Change the address' }).click()
  await page.getByText('A link is on its way to countess@example.org').waitFor()
  const mail = await mailTo(house.service, 'countess@example.org', /./)
  await page.goto(mail.link ?? '')
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await at(page, 'Settings')
  await page.getByText('You sign in as countess@example.org.').waitFor()
  noComplaints(ada)
})

test('a name, a zone and a schedule are saved, and the light stays as chosen', async () => {
  const { page } = ada
  await page.goto('/settings')
  await page.getByLabel('Your name').fill('Ada, Countess of Lovelace')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Your name is saved').waitFor()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await page.reload()
  await at(page, 'Settings')
  assert.equal(await page.getByRole('radio', { name: 'Dark' }).isChecked(), true)
  assert.equal(
    await page.evaluate('getComputedStyle(document.documentElement).colorScheme'),
    'dark',
  )

  await page.goto('/settings/workspace')
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The workspace is saved').waitFor()
  await page.goto('/settings/schedule')
  await page.getByLabel('New time on Tuesday').fill('07:45')
  await page.getByRole('button', { name: 'Add to Tuesday' }).click()
  await page.getByLabel('On which days').selectOption('Saturday and Sunday')
  await page.getByLabel('New time on several days').fill('10:15')
  // Pressed twice, a time stands there once.
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Add to several days' }).click()
  for (const [day, count] of [
    ['Friday', 0],
    ['Saturday', 1],
    ['Sunday', 1],
  ] as const)
    assert.equal(await page.getByRole('list', { name: day }).getByText('10:15').count(), count)
  await page.getByRole('button', { name: 'Save the schedule' }).click()
  await page.getByText('The schedule is saved').waitFor()
  await page.getByText('07:45 in Tokyo').first().waitFor()
  noComplaints(ada)
})

test('a session that was ended elsewhere asks to sign in again at the next step', async () => {
  const other = await house.visitor()
  await other.page.goto('/sign-in?return_to=//elsewhere.example/x')
  await signIn(other, { email: 'countess@example.org', password: 'analytical engine' })
  await at(other.page, 'Overview')
  assert.equal(new URL(other.page.url()).origin, house.service.base_url, 'no way to another site')

  await other.page.goto('/sign-in?return_to=/members')
  await at(other.page, 'You are signed in')
  await other.page.getByRole('button', { name: 'Go on' }).click()
  await at(other.page, 'Members')
  await other.page.goto('/')
  await at(other.page, 'Overview')

  await ada.page.goto('/settings/security')
  await ada.page.getByText('This browser').waitFor()
  await ada.page.getByRole('button', { name: /^End: / }).click()
  await ada.page.getByText('The session is over').waitFor()
  await other.page.getByRole('link', { name: 'Members' }).click()
  await other.page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  await other.page.getByRole('button', { name: 'Sign in as somebody else' }).click()
  await at(other.page, 'Sign in')

  await ada.page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await at(ada.page, 'Sign in')
  noComplaints(ada, other)
})

test('the provider is a step away by keyboard, and what it refused is said in words of ours, in either language', async () => {
  const visitor = await house.visitor()
  const { page } = visitor
  await page.goto('/sign-in?return_to=/members')
  await at(page, 'Sign in')
  await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Example ID does not answer at the moment').waitFor()
  assert.equal(new URL(page.url()).searchParams.get('return_to'), '/members')
  const { violations } = await axeOf(page).analyze()
  assert.deepEqual(
    violations.map(({ id }) => id),
    [],
  )
  await page.goto('/sign-in?problem=toString&token=made-up')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Ask for a new link').waitFor()

  // A session that ends is begun again in a window beside this one.
  const credentials = { email: 'countess@example.org', password: 'analytical engine' }
  const headers = { origin: house.service.base_url }
  const enter = async () => page.request.post('/console/sign-in', { data: credentials, headers })
  await enter()
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Link with Example ID' }).waitFor()
  await visitor.context.clearCookies()
  await page.getByRole('link', { name: 'Accounts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  const beside = dialog.getByRole('link', { name: 'Sign in with Example ID' })
  assert.equal(await beside.getAttribute('target'), '_blank')
  await dialog.getByRole('button', { name: 'I am signed in again' }).click()
  await dialog.getByRole('status').getByText('Not in this browser yet').waitFor()
  await enter()
  await dialog.getByRole('button', { name: 'I am signed in again' }).click()
  await at(page, 'Accounts')
  await dialog.waitFor({ state: 'detached' })

  const german = await house.visitor({ locale: 'de-DE' })
  await german.page.goto('/sign-in?problem=denied')
  await german.page.getByRole('alert').getByText('Example ID hat Sie nicht eingelassen').waitFor()
  await german.page.getByRole('link', { name: 'Mit Example ID anmelden' }).waitFor()
  noComplaints(visitor, german)
})
