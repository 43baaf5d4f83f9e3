import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type TestContext, test } from 'node:test'
import { guardedFetch } from '#outbound/guarded-fetch.ts'
import { type Unfurling, unfurling } from './unfurl.ts'

const PICTURE = { bytes: new Uint8Array([1, 2, 3]), width: 12, height: 6 }

interface Place {
  base: string
  asked: string[]
  unfurl: ReturnType<typeof unfurling>
  shrunk: Uint8Array[]
}

/** A web server of one's own, which alone may be reached. */
async function open(
  t: TestContext,
  answer: RequestListener,
  more: Partial<Unfurling> = {},
): Promise<Place> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  const base = `http://127.0.0.1:${address.port}`
  const fetch = guardedFetch({ allow: [base], resolve: async () => [] })
  t.after(async () => {
    await fetch.close()
    server.close()
    server.closeAllConnections()
  })
  const shrunk: Uint8Array[] = []
  const shrink: Unfurling['shrink'] = async (bytes) => {
    shrunk.push(bytes)
    return PICTURE
  }
  return {
    base,
    asked,
    shrunk,
    unfurl: unfurling({ fetch, now: () => new Date(), shrink, ...more }),
  }
}

const html =
  (body: string | Uint8Array, type = 'text/html; charset=utf-8'): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'content-type': type }).end(body)

async function cardOf(t: TestContext, page: string | Uint8Array, type?: string) {
  const { unfurl, base } = await open(t, html(page, type))
  const card = await unfurl(`${base}/page`)
  assert.ok(!('refused' in card), JSON.stringify(card))
  return card
}

async function refusalOf(t: TestContext, answer: RequestListener, more: Partial<Unfurling> = {}) {
  const { unfurl, base } = await open(t, answer, more)
  const card = await unfurl(`${base}/page`)
  assert.ok('refused' in card, JSON.stringify(card))
  return card.refused.replace(base, '…')
}

test('a page is told by its Open Graph data, the link as it was written', async (t) => {
  const { unfurl, base, shrunk } = await open(t, (request, response) => {
    if (request.url === '/pictures/a.png?x=1&y=2') return response.end('a picture')
    html(`<!doctype html><html><head><title>Not this</title>
      <meta property="og:title" content="Caf&eacute; &amp; bar &#x2014; &#39;open&#39;">
      <meta content='It says "hello"' property='og:description'>
      <META PROPERTY=og:image CONTENT=/pictures/a.png?x=1&amp;y=2>
      <meta property="og:url" content="https://elsewhere.example/"></head>`)(request, response)
  })
  const url = `${base}/page?utm=1#here`
  assert.deepEqual(await unfurl(url), {
    url,
    title: "Café & bar — 'open'",
    description: 'It says "hello"',
    site: '127.0.0.1',
    picture: PICTURE,
    picture_url: `${base}/pictures/a.png?x=1&y=2`,
  })
  assert.equal(Buffer.from(shrunk[0] ?? []).toString(), 'a picture')
})

test('what Open Graph does not say is taken from Twitter cards and from the page itself', async (t) => {
  const twitter = await cardOf(
    t,
    '<meta name="twitter:title" content="Card"><meta name="twitter:description" content="Said">',
  )
  assert.deepEqual([twitter.title, twitter.description], ['Card', 'Said'])
  const plain = await cardOf(
    t,
    '<title>\n  Plain\n  page </title><meta name=Description content="Of old"><body>',
  )
  assert.deepEqual(
    [plain.title, plain.description, plain.picture],
    ['Plain page', 'Of old', undefined],
  )
})

test('tags in scripts, styles and comments say nothing', async (t) => {
  const { title } = await cardOf(
    t,
    `<!-- <meta property="og:title" content="comment"> -->
     <script>var x = '<meta property="og:title" content="script">'</script>
     <style><title>style</title></style><title>Page</title>`,
  )
  assert.equal(title, 'Page')
})

test('a page is read in the encoding that it has, whichever it claims', async (t) => {
  const latin = (text: string) => Buffer.from(text, 'latin1')
  const said = async (page: Uint8Array, type?: string) => (await cardOf(t, page, type)).title
  const page = '<title>Über Zoë</title>'
  assert.equal(await said(latin(page), 'text/html; charset=iso-8859-1'), 'Über Zoë')
  assert.equal(await said(latin(`<meta charset="latin1">${page}`), 'text/html'), 'Über Zoë')
  // Wrong words about it.
  assert.equal(await said(latin(page), 'text/html; charset=utf-8'), 'Über Zoë')
  assert.equal(await said(Buffer.from(page), 'text/html; charset=no-such-thing'), 'Über Zoë')
  assert.equal(await said(Buffer.from(`\ufeff${page}`), 'text/html; charset=latin1'), 'Über Zoë')
  assert.equal(await said(Buffer.from(`<meta charset=utf-16le>${page}`), 'text/html'), 'Über Zoë')
  assert.equal(await said(Buffer.from(`\ufeff${page}`, 'utf16le'), 'text/html'), 'Über Zoë')
  const japanese = Uint8Array.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67])
  const shift = Buffer.concat([
    latin('<meta charset=Shift_JIS><title>'),
    japanese,
    latin('</title>'),
  ])
  assert.equal(await said(shift, 'text/html'), 'テスト')
})

test('words are short, whole, and without what turns or hides them', async (t) => {
  const { title, description } = await cardOf(
    t,
    `<title>${'👩‍👩‍👧'.repeat(200)}</title><meta name="description" content="a\u202eb\u0007c&#8238;d&#0;&#xD800;${'x'.repeat(5000)}">`,
  )
  assert.ok(title.length <= 300 && title.endsWith('👩‍👩‍👧…'), title)
  assert.match(description, /^abcd\ufffd?x+…$/)
  assert.ok(description.length <= 1000 && description.isWellFormed())
})

test('a page without a title, of another kind or with an error has no preview', async (t) => {
  const of = (why: string) => `There is no preview of …/page: ${why}.`
  assert.equal(await refusalOf(t, html('<p>Hello')), of('its page has no title'))
  assert.equal(await refusalOf(t, html('<title> \u200b </title>')), of('its page has no title'))
  assert.equal(await refusalOf(t, html('%PDF', 'application/pdf')), of('it is no page'))
  for (const status of [204, 404, 429, 500]) {
    const answer: RequestListener = (_, response) => response.writeHead(status).end()
    assert.equal(await refusalOf(t, answer), of(`its server answers with status ${status}`))
  }
  const packed: RequestListener = (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/html' }).end('x')
  assert.equal(await refusalOf(t, packed), of('its server sends it packed'))
  const cut: RequestListener = (request) => void request.socket.destroy()
  assert.equal(await refusalOf(t, cut), of('its page could not be read'))
})

test('redirects are followed, but neither to private addresses nor for ever', async (t) => {
  const { unfurl, base } = await open(t, (request, response) => {
    const hop = Number(/^\/hop(\d)/.exec(request.url ?? '')?.[1] ?? 0)
    const to = request.url?.startsWith('/inside')
      ? 'http://169.254.169.254/latest/meta-data/'
      : `/hop${hop - 1}`
    if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end()
    else if (hop > 0 || request.url === '/inside') response.writeHead(301, { location: to }).end()
    else html('<title>There</title>')(request, response)
  })
  const card = await unfurl(`${base}/hop5`)
  assert.equal('title' in card && card.title, 'There')
  assert.equal('url' in card && card.url, `${base}/hop5`)
  for (const [path, why] of [
    ['/hop6', 'it leads from one address to the next without an end'],
    ['/loop', 'it leads from one address to the next without an end'],
    ['/inside', 'its page could not be read'],
  ])
    assert.deepEqual(await unfurl(base + path), {
      refused: `There is no preview of ${base}${path}: ${why}.`,
    })
})

test('private addresses, other ports and other schemes are never asked, nor told from names that are not there', async (t) => {
  const { unfurl, asked } = await open(t, html('<title>Inside</title>'))
  for (const url of [
    'http://127.0.0.1/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://nowhere.example/',
    'https://example.com:8443/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'https://me:secret@example.com/',
  ])
    assert.deepEqual(await unfurl(url), {
      refused: `There is no preview of ${url}: its page could not be read.`,
    })
  assert.deepEqual(asked, [])
})

test('an address that says itself that it is not public is refused by name, and never asked', async (t) => {
  const guard = guardedFetch({ resolve: async () => [] })
  const refusal = (address: string) => guard.refusal(address)
  const { unfurl, asked } = await open(t, html('<title>Inside</title>'), { refusal })
  for (const [url, why] of [
    ['http://10.0.0.1/', '10.0.0.1 is not on the public internet.'],
    ['https://[::1]/', '[::1] is not on the public internet.'],
    [
      'https://example.com:8443/',
      'https://example.com:8443 is neither https on port 443 nor configured.',
    ],
    ['https://me:secret@example.com/', 'An address must not carry a user name or password.'],
    ['nonsense', 'This is not an address.'],
  ])
    assert.deepEqual(await unfurl(url ?? ''), { refused: `There is no preview of ${url}. ${why}` })
  // What a name leads to is not told.
  assert.deepEqual(await unfurl('https://nowhere.example/'), {
    refused: 'There is no preview of https://nowhere.example/: its page could not be read.',
  })
  assert.deepEqual(asked, [])
})

test('a site is called as it calls itself, cleaned like the rest', async (t) => {
  const { site } = await cardOf(
    t,
    '<title>Page</title><meta property="og:site_name" content=" The&nbsp;Gazette ">',
  )
  assert.equal(site, 'The Gazette')
})

test('a picture at a private address is not fetched, and the preview goes without', async (t) => {
  for (const at of [
    'https://10.0.0.1/a.png',
    'http://[',
    'data:image/png;base64,AA',
    'javascript:1',
  ]) {
    const { title, picture } = await cardOf(
      t,
      `<title>Page</title><meta property="og:image" content="${at}">`,
    )
    assert.deepEqual([title, picture], ['Page', undefined])
  }
})

test('of a page without end a part is read, and what it says of itself there', async (t) => {
  let sent = 0
  const part = 'x'.repeat(64 * 1024)
  const { unfurl, base } = await open(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write('<title>Endless</title>')
    response.on('error', () => {})
    const more = () => {
      while (!response.destroyed && sent < 512) {
        sent += 1
        if (!response.write(part)) return response.once('drain', more)
      }
      return response.end()
    }
    more()
  })
  const card = await unfurl(`${base}/page`)
  assert.equal('title' in card && card.title, 'Endless')
  assert.ok(sent < 256, `${sent} parts were read`)
})

test('what stands behind the head is not waited for; a head that never ends is given up', async (t) => {
  const slow =
    (head: string): RequestListener =>
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).write(head)
  const { unfurl, base } = await open(t, slow('<head><title>Quick</title></head><body>'))
  const card = await unfurl(`${base}/page`)
  assert.equal('title' in card && card.title, 'Quick')
  assert.match(
    await refusalOf(t, slow('<head><title>Slow</title>'), { deadline: 50 }),
    /did not come in time/,
  )
  assert.match(await refusalOf(t, () => {}, { deadline: 50 }), /did not come in time/)
})

test('a picture too large, too slow or not to be read leaves the preview without one', async (t) => {
  const page = html('<title>Page</title><meta property="og:image" content="/a.png">')
  const without = async (answer: RequestListener, more: Partial<Unfurling> = {}) => {
    const { unfurl, base } = await open(
      t,
      (request, response) => (request.url === '/a.png' ? answer : page)(request, response),
      more,
    )
    const card = await unfurl(`${base}/page`)
    assert.deepEqual('title' in card && [card.title, card.picture], ['Page', undefined])
  }
  await without((_, response) => response.end(Buffer.alloc(8 * 1024 * 1024 + 1)))
  await without(() => {}, { deadline: 2_000 })
  await without((_, response) => response.writeHead(404).end())
  await without((_, response) => response.end('<svg/>'), {
    shrink: async () => ({ refused: 'no image' }),
  })
  await without((_, response) => response.end('boom'), {
    shrink: async () => Promise.reject(new Error('boom')),
  })
})

test('pages made to be slow to read are read quickly', async (t) => {
  const many = 300_000
  for (const page of [
    '<'.repeat(many),
    '<a '.repeat(many),
    '<meta content="'.repeat(many),
    '<!--'.repeat(many),
    '<title>'.repeat(many),
    `<meta ${'a=b '.repeat(many)}>`,
    '<script>'.repeat(many),
    '&#'.repeat(many),
    `<meta charset${' '.repeat(many)}`,
    `<title>${'&amp'.repeat(many)}`,
  ]) {
    const { unfurl, base } = await open(t, html(page))
    const began = process.cpuUsage()
    await unfurl(`${base}/page`)
    const { user } = process.cpuUsage(began)
    assert.ok(user < 3_000_000, `${page.slice(0, 20)} took ${user} µs of work`)
  }
})

test('a page is asked once a day, by many at once too; one that failed is asked again after a minute', async (t) => {
  let time = Date.UTC(2026, 10, 22)
  let good = false
  const page: RequestListener = (request, response) =>
    good ? html('<title>Page</title>')(request, response) : response.writeHead(500).end()
  const { unfurl, base, asked } = await open(t, page, { now: () => new Date(time) })
  const ask = async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => unfurl(`${base}/page`)))
    return [asked.length, all.every((each) => 'title' in each)]
  }
  assert.deepEqual(await ask(), [1, false])
  good = true
  assert.deepEqual(await ask(), [1, false])
  time += 61_000
  assert.deepEqual(await ask(), [2, true])
  time += 23 * 3600_000
  assert.deepEqual(await ask(), [2, true])
  time += 2 * 3600_000
  assert.deepEqual(await ask(), [3, true])
})

test('what is kept is limited: the oldest go first', async (t) => {
  const { unfurl, base, asked } = await open(t, html('<title>Page</title>'))
  for (let number = 0; number <= 200; number++) await unfurl(`${base}/${number}`)
  await unfurl(`${base}/200`)
  assert.equal(asked.length, 201)
  await unfurl(`${base}/0`)
  assert.equal(asked.length, 202)
})
