/** From nothing to the first connected account, and back in after a forgotten password: as people do it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type MailServer, mailServer, soon } from '../people/post.ts'
import {
  ada,
  at,
  type House,
  noComplaints,
  openHouse,
  signIn,
  signUp,
  type Visitor,
} from './house.ts'

let mails: MailServer
let house: House
let person: Visitor

before(async () => {
  mails = await mailServer()
  house = await openHouse({ SMTP_URL: mails.url, MAIL_FROM: 'crier@example.org' })
  // As on a service that was only just set up by somebody who wants no demo.
  await house.service.query('delete from connected_accounts').catch(() => undefined)
  person = await house.visitor()
})
after(async () => {
  await house[Symbol.asyncDispose]()
  await mails[Symbol.asyncDispose]()
})

test('a newcomer signs up, and connects a first account of the sandbox', async () => {
  const { page } = person
  await page.goto('/')
  // Nobody could sign in: the first is led to where an account is made.
  await at(page, 'Make your account')
  await signUp(person)
  await page.getByRole('link', { name: 'Accounts', exact: true }).click()
  await at(page, 'Accounts')
  await page.getByRole('link', { name: 'Connect an account' }).first().click()
  await at(page, 'Connect an account')
  await page.getByRole('button', { name: 'Connect X in the sandbox' }).click()
  // The sandbox stands in for X's own page.
  await page.waitForURL((url) => url.origin !== house.service.base_url)
  await page.getByRole('button').first().click()
  await at(page, 'Accounts')
  await page.getByText(/^Connected: /).waitFor()
  await page.getByRole('list', { name: 'Accounts' }).getByText('Works').first().waitFor()
  noComplaints(person)
})

test('what is wrong with a form is said at its fields, and the first of them has the focus', async () => {
  const visitor = await house.visitor()
  const { page } = visitor
  await page.goto('/reset?token=made-up')
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Use this password' }).click()
  const field = page.getByLabel('New password')
  await page.getByText('At least 10 characters.', { exact: true }).waitFor()
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  await page.locator('input:focus[name=password]').waitFor()
  assert.equal(await page.getByText('At least 10 characters').count(), 1, 'it is said once')
  await page.goto('/sign-in')
  await signIn({ page }, { ...ada, password: 'not the password' })
  await page.getByRole('alert').or(page.locator('[aria-invalid=true]')).first().waitFor()
  noComplaints(visitor)
})

test('a forgotten password is replaced by mail, and signs everybody else out', async () => {
  const visitor = await house.visitor()
  const { page } = visitor
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'I forgot my password' }).click()
  // The room before it has such a field too, and stays until this one is fetched.
  await at(page, 'Forgot your password?')
  await page.getByLabel('E-mail').fill(ada.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await at(page, 'Look into your mail')
  const mail = await soon('the mail', () =>
    mails.received.find(({ text }) => text?.includes('/reset?token=')),
  )
  const link = /http\S+\/reset\?token=\S+/.exec(mail.text ?? '')?.[0] ?? ''
  await page.goto(link)
  await page.getByLabel('New password').fill('another analytical engine')
  await page.getByRole('button', { name: 'Use this password' }).click()
  await page.getByText('Your password is changed.').waitFor()
  await signIn({ page }, { ...ada, password: 'another analytical engine' })
  await at(page, 'Overview')
  // The browser that was signed in before is not any more, and is brought back to where it was.
  await person.page.goto('/keys')
  await at(person.page, 'Sign in')
  assert.match(person.page.url(), /return_to=%2Fkeys/)
  noComplaints(visitor)
})
