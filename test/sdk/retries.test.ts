import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { test } from 'node:test'
import { Crier, CrierError } from '@crier/sdk'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A service that answers in this order, and remembers the keys that came. */
async function serve(...answers: Answer[]) {
  const keys: unknown[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    request.resume()
    const answer = answers[Math.min(keys.length, answers.length) - 1]
    answer?.(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    keys,
    base_url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const say =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
const cut: Answer = ({ socket }) => void socket.destroy()
const busy = say(
  503,
  { error: { code: 'unavailable', message: 'Stopping.' } },
  { 'retry-after': '0' },
)
const post = say(201, { id: 1 })
const draft = { content: 'x', social_account_ids: [1] }

test('a call whose answer was lost is sent again with the same key, so that it happens once', async () => {
  await using service = await serve(cut, busy, post)
  const crier = new Crier({ ...service, token: '1|x' })
  assert.equal((await crier.schedulePost(draft)).id, 1)
  assert.equal(service.keys.length, 3)
  assert.ok(service.keys[0])
  assert.equal(new Set(service.keys).size, 1)
})

test('two calls have different keys, and a key of the caller is kept', async () => {
  await using service = await serve(post)
  const crier = new Crier({ ...service, token: '1|x' })
  await crier.schedulePost(draft)
  await crier.schedulePost(draft)
  await crier.schedulePost(draft, { idempotency_key: 'mine' })
  assert.equal(new Set(service.keys).size, 3)
  assert.equal(service.keys[2], 'mine')
})

test('a refusal is not sent again', async () => {
  const refuse = say(409, { error: { code: 'post_not_cancelable', message: 'No.' } })
  await using service = await serve(refuse)
  const crier = new Crier({ ...service, token: '1|x' })
  await assert.rejects(crier.cancelPost({ id: 1 }), { code: 'post_not_cancelable', status: 409 })
  assert.equal(service.keys.length, 1)
})

test('after the last try the caller hears why', async () => {
  await using service = await serve(busy)
  const crier = new Crier({ ...service, token: '1|x', retries: 1 })
  await assert.rejects(crier.getAccounts(), { code: 'unavailable', status: 503 })
  assert.equal(service.keys.length, 2)
})

test('a long wait is told to the caller instead of being waited for', async () => {
  const tomorrow = say(
    429,
    {
      error: { code: 'too_many_requests', message: 'Tomorrow.', resets_at: '2030-01-01T00:00:00Z' },
    },
    { 'retry-after': '86400' },
  )
  await using service = await serve(tomorrow)
  const crier = new Crier({ ...service, token: '1|x' })
  await assert.rejects(crier.schedulePost(draft), (error) => {
    assert.ok(error instanceof CrierError)
    assert.equal(error.data['resets_at'], '2030-01-01T00:00:00Z')
    return true
  })
  assert.equal(service.keys.length, 1)
})

test('whatever stands in between and answers in its own way becomes an error too', async () => {
  const page: Answer = (_, response) => response.writeHead(502).end('<html>Bad gateway')
  await using service = await serve(page)
  const crier = new Crier({ ...service, token: '1|x', retries: 0 })
  await assert.rejects(crier.getAccounts(), { name: 'CrierError', status: 502, code: 'unreadable' })
})

test('an answer that breaks off is no answer', async () => {
  const half: Answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"accounts":')
    setImmediate(() => response.destroy())
  }
  await using service = await serve(half)
  const crier = new Crier({ ...service, token: '1|x', retries: 0 })
  await assert.rejects(crier.getAccounts(), { name: 'CrierError', status: 0, code: 'no_answer' })
})

test('a caller who gives up is not made to wait', async () => {
  await using service = await serve(() => {})
  const crier = new Crier({ ...service, token: '1|x' })
  const signal = AbortSignal.abort(new Error('enough'))
  await assert.rejects(crier.getAccounts({}, { signal }), /enough/)
})

test('without a token no credential is sent', async () => {
  let seen: unknown = 'nothing came'
  await using service = await serve((request, response) => {
    seen = request.headers.authorization
    say(200, { accounts: [] })(request, response)
  })
  await new Crier(service).getAccounts()
  assert.equal(seen, undefined)
})

const limited = (seconds: number, policy = 'read') =>
  say(
    429,
    {
      error: {
        code: 'too_many_requests',
        message: 'Wait.',
        policy,
        limit: 1,
        resets_at: new Date(Date.now() + seconds * 1000).toISOString(),
      },
    },
    { 'retry-after': String(seconds) },
  )

test('a key that sent too many requests waits as it was told, once, and without using up its tries', async () => {
  await using service = await serve(limited(1), post)
  const crier = new Crier({ ...service, token: '1|x', retries: 0 })
  const began = performance.now()
  assert.equal((await crier.schedulePost(draft)).id, 1)
  assert.ok(performance.now() - began >= 990)
  assert.equal(new Set(service.keys).size, 1)

  await using busier = await serve(limited(0))
  const other = new Crier({ ...busier, token: '1|x', retries: 0 })
  await assert.rejects(other.getAccounts(), { code: 'too_many_requests', status: 429 })
  assert.equal(busier.keys.length, 2)
})

test('a limit of an hour is not waited for', async () => {
  await using service = await serve(limited(3600))
  const crier = new Crier({ ...service, token: '1|x' })
  await assert.rejects(crier.getAccounts(), { code: 'too_many_requests' })
  assert.equal(service.keys.length, 1)
})

test('what cannot be sent is the call, and not a service that does not answer', async () => {
  await using service = await serve(post)
  const { base_url } = service
  const wrong = async (field: string, work: Promise<unknown>) =>
    assert.rejects(work, (error) => {
      assert.ok(error instanceof CrierError)
      assert.deepEqual([error.code, Object.keys(error.errors)], ['invalid', [field]])
      return true
    })
  const crier = new Crier({ base_url, token: '1|x' })
  await wrong('idempotency_key', crier.schedulePost(draft, { idempotency_key: 'order–1' }))
  await wrong('token', new Crier({ base_url, token: '1|a\nb' }).getAccounts())
  await wrong('base_url', new Crier({ base_url: base_url.slice(7) }).getAccounts())
  assert.equal(service.keys.length, 0)
})

test('a page in place of an answer is an error, and so is a write that is led elsewhere', async () => {
  const page: Answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in')
  }
  const none: Answer = (_, response) => void response.writeHead(200).end()
  const elsewhere: Answer = (_, response) =>
    void response.writeHead(301, { location: '/api/posts/' }).end()
  for (const answer of [page, none, elsewhere]) {
    await using service = await serve(answer, say(200, { data: [] }))
    const crier = new Crier({ ...service, token: '1|x' })
    await assert.rejects(crier.schedulePost(draft), { code: 'unreadable' })
    assert.equal(service.keys.length, 1, 'nothing is sent again, nor sent on')
  }
  await using service = await serve(elsewhere, say(200, { data: [] }))
  assert.ok(await new Crier(service).listPosts(), 'a read may be led')
})

test('null in a query, or beside a file, is nothing said, and not the word', async () => {
  const addresses: string[] = []
  const forms: string[] = []
  const crier = new Crier({
    base_url: 'https://crier.example',
    token: '1|x',
    fetch: async (url, init) => {
      addresses.push(new URL(url instanceof Request ? url.url : url).search)
      if (init?.body instanceof FormData) forms.push(...init.body.keys())
      return Response.json({ data: [], next_page_url: null })
    },
  })
  // As programs without types have it.
  const none: Record<string, never> = JSON.parse('{"search": null, "folder": null}')
  await crier.listMedia({ ...none, per_page: 5 })
  await crier.uploadMedia({ ...none, file: new Blob(['x']) })
  assert.deepEqual([addresses, forms], [['?per_page=5', ''], ['file']])
})
