import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { tinyEmulator } from '../../test/tiny-emulator.ts'
import { serveSandbox } from '../service/serve.ts'

test('a post is shown with who, what and when, and a link to its own page', async (t) => {
  const { post, page, sandbox } = await open(t)
  await post({ account: 'ann', text: 'one\ntwo' })
  const shown = await page('/tiny')
  assert.match(shown, /<strong>Ann Archer<\/strong>\s*<span class="soft">@ann<\/span>/)
  assert.match(shown, /<p class="text" dir="auto">one\ntwo<\/p>/)
  assert.match(shown, /<time datetime="2026-01-02T03:04:05.000Z">2026-01-02 03:04:05 UTC<\/time>/)
  assert.ok(shown.includes(`href="${sandbox.url}/tiny/web/1"`))
})

test('nothing a post says becomes markup', async (t) => {
  const { post, page } = await open(t)
  const evil = `<script>alert(1)</script>" onload='x' <b>&amp;`
  await post({
    account: 'bo',
    text: evil,
    media: [{ mime_type: 'image/png', alt_text: evil, bytes: 9, url: 'javascript:alert(1)' }],
    extra: { setting: evil },
  })
  await post({ account: `${evil}`, text: 'https://example.com/"onclick="x' })
  const shown = await page('/tiny')
  assert.equal(shown.split('<script>').length, 2, 'our own script only')
  for (const part of ['<b>&', "onload='", 'href="javascript', '"onclick', 'Bo <Baker>']) {
    assert.ok(!shown.includes(part), part)
  }
})

test('images are shown with their alternative text, and its absence is told', async (t) => {
  const { post, page } = await open(t)
  const image = { mime_type: 'image/png', bytes: 4096, url: '/tiny/media/1' }
  await post({
    account: 'ann',
    text: '',
    media: [
      { ...image, alt_text: 'A red bridge' },
      { ...image, alt_text: null },
      { ...image, alt_text: null, url: null },
    ],
  })
  const shown = await page('/tiny')
  assert.match(shown, /<img\s+src="\/tiny\/media\/1"\s+alt="A red bridge"/)
  assert.match(shown, /<b>ALT<\/b> A red bridge/)
  assert.equal(shown.split('no alt text').length, 3)
  assert.match(shown, /image\/png, 4 kB<\/div>/)
})

test('replies stand under the post that began it, and the newest conversation is first', async (t) => {
  const { post, page } = await open(t)
  await post({ account: 'ann', text: 'first' })
  await post({ account: 'ann', text: 'second' })
  await post({ account: 'bo', text: 'answer', reply_to: '1' })
  await post({ account: 'ann', text: 'answer to the answer', reply_to: '3' })
  const shown = await page('/tiny')
  const order = ['second', 'first', 'answer', 'answer to the answer']
  const places = order.map((text) => shown.indexOf(`>${text}</p>`))
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
  assert.equal(shown.split('<article').length, 3)
  assert.match(shown, /4 posts received/)
})

test('a feed can be narrowed to one account', async (t) => {
  const { post, page } = await open(t)
  await post({ account: 'ann', text: 'from ann' })
  await post({ account: 'bo', text: 'from bo' })
  const shown = await page('/tiny?account=bo')
  assert.ok(shown.includes('from bo') && !shown.includes('from ann'))
  assert.match(shown, /href="\/tiny\?account=bo"\s+aria-current="page"/)
})

test('armed faults are listed', async (t) => {
  const { page, sandbox } = await open(t)
  assert.match(await page('/tiny'), /No faults are armed/)
  sandbox.emulators.get('tiny')?.faults.set({ account: 'ann', fault: 'landed_cut', times: 2 })
  assert.match(
    await page('/tiny'),
    /<code>landed_cut<\/code> on <code>post<\/code>, 2 times, for\s+ann/,
  )
  assert.match(await page('/'), /1 fault armed/)
})

test('the first page counts what every platform received', async (t) => {
  const { post, page } = await open(t)
  assert.match(await page('/'), /0 posts<\/span>\s*<span>quiet so far/)
  await post({ account: 'ann', text: 'hello' })
  assert.match(await page('/'), /1 post<\/span>\s*<span>last <time/)
})

test('a page runs its own script and style and nothing else', async (t) => {
  const { page, sandbox } = await open(t)
  for (const path of ['/', '/tiny']) {
    const response = await fetch(`${sandbox.url}${path}`)
    const policy = response.headers.get('content-security-policy') ?? ''
    const shown = await page(path)
    for (const tag of ['script', 'style']) {
      const own = new RegExp(`<${tag}>([^]*)</${tag}>`).exec(shown)?.[1] ?? ''
      const hash = createHash('sha256').update(own).digest('base64')
      assert.ok(policy.includes(`${tag}-src 'sha256-${hash}'`), `${tag} of ${path}`)
    }
    assert.match(policy, /default-src 'none'/)
  }
})

async function open(t: TestContext) {
  const sandbox = await serveSandbox({
    port: 0,
    clients: () => [],
    emulators: { tiny: tinyEmulator },
    now: () => new Date('2026-01-02T03:04:05Z'),
  })
  t.after(() => sandbox.close())
  const post = async (note: Record<string, unknown>) => {
    const body = JSON.stringify(note)
    const headers = { 'content-type': 'application/json' }
    await fetch(`${sandbox.url}/tiny/notes`, { method: 'POST', headers, body })
  }
  const page = async (path: string) => {
    const response = await fetch(`${sandbox.url}${path}`)
    assert.equal(response.status, 200)
    return response.text()
  }
  return { sandbox, post, page }
}
