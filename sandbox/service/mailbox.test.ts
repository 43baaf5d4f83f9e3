import assert from 'node:assert/strict'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { type Sandbox, serveSandbox } from './serve.ts'

let sandbox: Sandbox
before(async () => {
  sandbox = await serveSandbox({ port: 0, clients: () => [], emulators: {} })
})
after(() => sandbox.close())

const mail = {
  id: 'mail-1',
  to: 'ada@example.org',
  subject: 'Join <script>alert(1)</script>',
  text: 'Hello </pre><b>Ada</b>',
  html: '<p>Hello</p>',
  link: 'http://127.0.0.1:1/reset?token=a&b="c"',
}

function put(body: object) {
  return fetch(`${sandbox.url}/_sandbox/mailbox`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

test('a mail is shown once, with its link, and nothing in it becomes markup', async () => {
  for (const each of [mail, mail]) assert.equal((await put(each)).status, 201)
  const page = await (await fetch(`${sandbox.url}/mailbox`)).text()
  assert.equal(page.split('<article').length - 1, 1)
  assert.ok(!page.includes('<script>') && !page.includes('<b>Ada'))
  assert.match(page, /href="http:\/\/127\.0\.0\.1:1\/reset\?token=a&[^"]*"/)
})

test('what is no mail, or has a link that is none, is not taken', async () => {
  for (const wrong of [{}, { ...mail, link: 'javascript:alert(1)' }, { ...mail, to: 1 }])
    assert.equal((await put(wrong)).status, 422)
})

test('the mailbox answers under its own name only', async () => {
  const answer = await new Promise<{ status: number | undefined; body: string }>(
    (resolve, reject) => {
      request(
        {
          host: '127.0.0.1',
          port: sandbox.port,
          path: '/mailbox',
          headers: { host: 'evil.example' },
        },
        (message) => {
          void text(message).then((body) => resolve({ status: message.statusCode, body }), reject)
        },
      )
        .on('error', reject)
        .end()
    },
  )
  assert.equal(answer.status, 403)
  assert.ok(!answer.body.includes('ada@example.org'))
})

test('the mailbox can be emptied', async () => {
  await put(mail)
  await fetch(`${sandbox.url}/_sandbox/mailbox`, { method: 'DELETE' })
  assert.match(await (await fetch(`${sandbox.url}/mailbox`)).text(), /No mail so far/)
})
