import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escape, letter } from '#mail/letter.ts'
import { openService } from '../service.ts'
import { ada, browser, trusting } from './browser.ts'
import { allSent, mailServer, soon } from './post.ts'

const from = 'Crier <crier@example.org>'

test('a mail reaches its person by the mail server, as text and as HTML, with the same link', async () => {
  await using server = await mailServer()
  await using service = await openService({ ...trusting, SMTP_URL: server.url, MAIL_FROM: from })
  await browser(service).ask('POST', '/console/sign-up', { ...ada, name: 'Ada <b>"&' })

  const mail = await soon('the mail', () => server.received[0])
  assert.deepEqual(mail.recipients, [ada.email])
  assert.equal(mail.from?.address, 'crier@example.org')
  assert.equal(mail.from?.name, 'Crier')
  assert.equal(mail.subject, 'Confirm your address')
  const [link = ''] = /http:\S+/.exec(mail.text ?? '') ?? []
  assert.match(link, /\/confirm-email\?token=[\w-]{43}$/)
  assert.ok(mail.html?.includes(escape(link)))
  assert.ok(mail.html?.includes('Ada &#60;b&#62;&#34;&#38;'), 'names are text, not markup')

  const token = new URL(link).searchParams.get('token')
  const visitor = browser(service)
  assert.equal((await visitor.ask('POST', '/console/email/confirm', { token })).status, 204)
  assert.equal((await visitor.ask('POST', '/console/email/confirm', { token })).status, 404)
})

test('a mail server that is down for a while loses no mail, and one that refuses the address ends it', async () => {
  await using server = await mailServer()
  await using service = await openService({ ...trusting, SMTP_URL: server.url, MAIL_FROM: from })
  server.refusing.push(451, 550)
  await browser(service).ask('POST', '/console/sign-up', ada)

  await soon('a mail that was put off', async () => {
    const { rows } = await service.query('select id from mails where tries = 1 and due_at > now()')
    return rows.length && server.refusing.length === 1 ? true : undefined
  })
  await browser(service).ask('POST', '/console/password/forgot', { email: ada.email })
  await soon('the end of the mail that was refused', async () => {
    const { rows } = await service.query("select id from mails where kind = 'reset'")
    return rows.length ? undefined : true
  })
  // Its pause is over.
  await service.query('update mails set due_at = now()')
  await service.query("select pg_notify('mail', '')")
  await allSent(service)
  assert.deepEqual(
    server.received.map(({ subject }) => subject),
    ['Confirm your address'],
  )
})

test('a mail that was asked for before the service died is sent by the next one', async () => {
  await using server = await mailServer()
  await using service = await openService({
    ...trusting,
    SMTP_URL: server.url,
    MAIL_FROM: from,
    ROLE: 'api',
  })
  await browser(service).ask('POST', '/console/sign-up', ada)
  const { rows } = await service.query('select kind, about from mails')
  assert.equal(rows.length, 1, 'a process that only answers sends nothing')
  assert.ok(!JSON.stringify(rows).includes('token'))

  const { start } = await import('#app/start.ts')
  const { readConfig } = await import('#config/config.ts')
  const { manifests } = await import('#platforms/catalog.ts')
  const settings = { PORT: '0', SANDBOX_PORT: '0', DATA_DIR: service.data_dir, LOG_LEVEL: 'silent' }
  const more = { ROLE: 'worker', SMTP_URL: server.url, MAIL_FROM: from, BASE_URL: service.base_url }
  await using _ = await start(readConfig(manifests, { ...settings, ...more }), {
    database: service.database,
  })
  assert.equal((await soon('the mail', () => server.received[0])).subject, 'Confirm your address')
})

test('nothing that people chose becomes a header or markup', () => {
  const bad = 'A\r\nBcc: eve@example.org\u2028<script>'
  const made = letter({ subject: `Join ${bad}`, lines: [bad], note: bad })
  assert.ok(!/[\r\n\u2028]/.test(made.subject))
  assert.ok(!made.html.includes('<script>'))
})
