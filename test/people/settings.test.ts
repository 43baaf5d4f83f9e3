import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '#config/config.ts'
import { manifests } from '#platforms/catalog.ts'

const folder = mkdtempSync(join(tmpdir(), 'crier-settings-'))
after(() => rmSync(folder, { recursive: true }))
const read = (environment: Record<string, string>) =>
  readConfig(manifests, { DATA_DIR: folder, ...environment }).people

test('a mail server needs a sender, and its password is not shown', () => {
  const SMTP_URL = 'smtps://user:secret@mail.example.org'
  assert.throws(() => read({ SMTP_URL }), /MAIL_FROM/)
  for (const MAIL_FROM of ['nobody', 'Crier <nobody>', 'a@example.org, b@example.org'])
    assert.throws(() => read({ SMTP_URL, MAIL_FROM }), /MAIL_FROM/, MAIL_FROM)
  assert.throws(() => read({ SMTP_URL: 'https://example.org' }), /SMTP_URL/)

  const people = read({ SMTP_URL, MAIL_FROM: 'Crier <crier@example.org>' })
  assert.deepEqual(people.smtp?.from, { name: 'Crier', address: 'crier@example.org' })
  assert.ok(!JSON.stringify(people).includes('secret'))
})

test('a proxy is named by address, range or distance, and nothing else is believed', () => {
  assert.equal(read({}).trust_proxy, false)
  assert.equal(read({ TRUST_PROXY: 'loopback, 10.0.0.0/8' }).trust_proxy, 'loopback,10.0.0.0/8')
  const { trust_proxy } = read({ TRUST_PROXY: '1' })
  assert.ok(typeof trust_proxy === 'function')
  assert.deepEqual(
    [0, 1].map((hop) => trust_proxy('192.0.2.1', hop)),
    [true, false],
  )
  for (const TRUST_PROXY of [
    'true',
    '*',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    'proxy.example.org',
    '10.0.0.0/',
  ])
    assert.throws(() => read({ TRUST_PROXY }), /TRUST_PROXY/, TRUST_PROXY)
})

test('who is told of weaknesses is an address of mail, the web or a telephone; all that is wrong is said at once', () => {
  assert.deepEqual(read({}).security_contacts, [])
  const SECURITY_CONTACT =
    ' https://example.org/report  mailto:security@example.org tel:+1-201-555-0123'
  assert.deepEqual(read({ SECURITY_CONTACT }).security_contacts, [
    'https://example.org/report',
    'mailto:security@example.org',
    'tel:+1-201-555-0123',
  ])
  for (const wrong of [
    'security@example.org',
    'mailto:',
    'mailto:nobody',
    'mailto:a@example.org,b@example.org',
    'http://example.org',
    'https:',
    'https://me:secret@example.org',
    'tel:none',
    'javascript:alert(1)',
    'nobody',
    '  ',
  ])
    assert.throws(
      () => read({ SECURITY_CONTACT: wrong }),
      /SECURITY_CONTACT: .*Give mailto:/,
      wrong,
    )
  const both = /SECURITY_CONTACT: "a" is no such address. "b" is no such address. Give/
  assert.throws(() => read({ SECURITY_CONTACT: 'a mailto:c@example.org b' }), both)
})

test('who may sign up is one of four words', () => {
  assert.equal(read({}).sign_up, 'first')
  assert.throws(() => read({ SIGN_UP: 'anyone' }), /SIGN_UP/)
})
